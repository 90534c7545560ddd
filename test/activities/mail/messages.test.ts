import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CanceledBy, renderCanceled } from '../../../activities/mail/cancel-message.ts';
import { type BookingCodeMail, renderBookingCode } from '../../../activities/mail/code-message.ts';
import { renderConfirmation, renderRescheduled } from '../../../activities/mail/messages.ts';
import { renderDeclined, renderExpired, renderPending } from '../../../activities/mail/request-messages.ts';
import { renderSignInLink } from '../../../activities/mail/sign-in-message.ts';
import type { OutgoingMail } from '../../../domain/mail.ts';
import type { MeetingFacts, Recipient } from '../../../domain/meeting.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/meeting-facts.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 0);
const KIM: Recipient = { extraGuest: 'kim@guest.example' };
const lines = (mail: OutgoingMail) => mail.text.split('\n');
/** What a reader of the HTML part sees: tags and style sheet gone, entities read. */
const seen = (mail: OutgoingMail) =>
  mail.html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

function confirmation(facts: Partial<MeetingFacts> = {}, recipient: Recipient = 'guest') {
  const manageUrl = recipient === 'guest' ? MANAGE_URL : null;
  return renderConfirmation(SERVICE, { meeting: meetingFacts(facts), recipient, manageUrl, nowMs: NOW_MS });
}

function code(mail: Partial<BookingCodeMail> = {}) {
  return renderBookingCode(SERVICE, {
    challengeId: '01949d3e-0000-7000-8000-000000000001',
    issue: 1,
    workspaceId: null,
    code: '048291',
    eventName: 'Intro call',
    hostName: 'Ada Lovelace',
    guestEmail: 'sam@guest.example',
    agentEmail: null,
    startMs: meetingFacts().startMs,
    guestTimezone: 'America/New_York',
    expiresInMinutes: 10,
    language: 'en',
    ...mail,
  });
}

describe('the booking code', () => {
  it('stands alone on a line, opens the subject, and goes to the guest', () => {
    const mail = code();
    expect(mail).toMatchObject({ kind: 'booking_code', to: 'sam@guest.example', replyTo: null, attachments: [] });
    expect(lines(mail)).toContain('048291');
    expect(mail.subject).toBe('048291 is your code for Intro call with Ada Lovelace');
    expect(seen(mail)).toContain(' 048291 ');
    expect(mail.text).toContain('within 10 minutes');
  });

  it('says for which time it was asked, in the guest’s zone, or nothing of a time', () => {
    expect(code().text).toContain('Asked for: Tuesday 1 December 2026, 09:00 (America/New_York, GMT-5).');
    expect(code({ startMs: null, guestTimezone: null }).text).not.toContain('Asked for');
  });

  it('goes to the agent’s inbox when the agent asked for it, and names the guest there', () => {
    const mail = code({ agentEmail: 'bot@agents.example' });
    expect(mail.to).toBe('bot@agents.example');
    expect(mail.text).toContain('for sam@guest.example');
  });

  it('is another mail for each code of a challenge', () => {
    expect(code({ issue: 2 }).key).not.toBe(code().key);
  });
});

describe('the link to sign in', () => {
  const mail = renderSignInLink(SERVICE, {
    linkId: '01a1fe87-0000-7000-8000-000000000001',
    email: 'mira@new.test',
    url: 'https://app.holdfast.example/login/link/tok',
    minutesLeft: 15,
  });

  it('stands alone on a line, as a button in HTML, and never in subject, preview or key', () => {
    expect(lines(mail)).toContain('https://app.holdfast.example/login/link/tok');
    expect(mail.html).toContain('href="https://app.holdfast.example/login/link/tok"');
    expect(`${mail.subject} ${mail.key} ${mail.from}`).not.toContain('tok');
    expect(mail.to).toBe('mira@new.test');
    expect(mail.text).toContain('within 15 minutes');
  });
});

describe('the confirmation', () => {
  it('gives the guest the manage link on a line of its own, and in HTML as a button', () => {
    const mail = confirmation();
    expect(mail).toMatchObject({ kind: 'booking_confirmation', to: 'sam@guest.example', replyTo: 'ada@acme.example' });
    expect(lines(mail)).toContain(MANAGE_URL);
    expect(mail.html).toContain(`href="${MANAGE_URL}"`);
  });

  it.each([
    ['guest', 'Tuesday 1 December 2026, 09:00 to 09:30', 'America/New_York, GMT-5'],
    ['host', 'Tuesday 1 December 2026, 15:00 to 15:30', 'Europe/Berlin, GMT+1'],
  ] as const)('tells the %s the time in their own zone, and names it', (recipient, time, zone) => {
    const mail = confirmation({}, recipient);
    for (const part of [mail.text, seen(mail)]) {
      expect(part).toContain(time);
      expect(part).toContain(zone);
    }
  });

  it('names both days of a meeting over midnight and both offsets over a clock change', () => {
    const startMs = Date.UTC(2027, 2, 28, 0, 30);
    const mail = confirmation({ startMs, endMs: startMs + 3_600_000, guestTimezone: 'Europe/Berlin' });
    expect(mail.text).toContain('01:30 to 03:30\n  Europe/Berlin, GMT+1, then GMT+2');
    const late = Date.UTC(2026, 11, 2, 4, 45);
    expect(confirmation({ startMs: late, endMs: late + 1_800_000 }).text).toContain(
      'Tuesday 1 December 2026, 23:45 to Wednesday 2 December 2026, 00:15',
    );
  });

  it('says to guest and host what the event does not name, and to nobody while nobody is let in', () => {
    const meet = { joinUrl: null };
    const phone = { joinUrl: null, locationType: 'phone' } as const;
    for (const recipient of ['guest', KIM])
      expect(confirmation(meet, recipient as Recipient).text).toContain('Your host sends you the link.');
    expect(confirmation(meet, 'host').text).toContain('Your event type names no link: send one to your guest.');
    expect(confirmation(phone).text).toContain('Your host tells you who calls.');
    expect(
      confirmation({ ...phone, answers: [{ label: 'Number', display: '+4930123456' }] }, 'host').text,
    ).not.toContain('names no');
    expect(confirmation().text).not.toContain('sends you');
    const facts = { meeting: meetingFacts(meet), recipient: 'guest', nowMs: NOW_MS, manageUrl: null } as const;
    expect(renderRescheduled(SERVICE, { ...facts, previousStartMs: NOW_MS }).text).toContain(
      'Your host sends you the link.',
    );
    expect(
      renderPending(SERVICE, { ...facts, expiresAtMs: NOW_MS, previousStartMs: null, decideUrl: null }).text,
    ).not.toContain('sends you');
  });

  it('carries the invite, with its method in the content type', () => {
    const [invite] = confirmation().attachments;
    expect(invite).toMatchObject({ name: 'invite.ics', contentType: 'text/calendar; method=REQUEST; charset=utf-8' });
    expect(invite?.content).toContain('METHOD:REQUEST');
  });

  it('shows neither host nor extra guests a manage link, also when one is passed', () => {
    for (const recipient of ['host', KIM] as const) {
      const meeting = meetingFacts({ guests: ['kim@guest.example'], agentEmail: 'bot@agents.example' });
      const mail = renderConfirmation(SERVICE, { meeting, recipient, manageUrl: MANAGE_URL, nowMs: NOW_MS });
      expect(JSON.stringify(mail).replaceAll('\\r\\n ', '')).not.toContain('/manage/');
    }
  });

  it('names the agent who booked, and offers “not me”', () => {
    const mail = confirmation({ agentEmail: 'bot@agents.example' });
    expect(mail.text).toContain('The agent at bot@agents.example booked');
    expect(lines(mail)).toContain(`${MANAGE_URL}/not-me`);
    expect(mail.html).toContain(`href="${MANAGE_URL}/not-me"`);
    expect(confirmation().text).not.toContain('not-me');
  });

  it('tells the host who comes and what they answered; guests see no answers', () => {
    const facts = { answers: [{ label: 'Topic?', display: 'Weights' }], guests: ['kim@guest.example'] };
    const host = confirmation(facts, 'host');
    expect(host).toMatchObject({ to: 'ada@acme.example', replyTo: 'sam@guest.example' });
    expect(lines(host)).toEqual(expect.arrayContaining(['Guest: Sam Guest (sam@guest.example)', 'Topic? Weights']));
    expect(host.text).toContain('Also invited: kim@guest.example');
    expect(confirmation(facts).text).not.toContain('Weights');
    expect(confirmation(facts, KIM).text).not.toContain('Weights');
  });

  it('tells an extra guest who invited them', () => {
    const mail = confirmation({ guests: ['lee@guest.example', 'kim@guest.example'] }, KIM);
    expect(mail.to).toBe('kim@guest.example');
    expect(mail.text).toContain('Sam Guest invited you');
    expect(mail.text).not.toContain('lee@guest.example');
  });

  it('has a key of its own for every step and recipient, without an address, within 80 characters', () => {
    const guests = ['lee@guest.example', 'kim@guest.example'];
    const mails = [
      code(),
      ...(['guest', 'host', KIM, { extraGuest: 'lee@guest.example' }] as Recipient[]).flatMap((recipient) => [
        confirmation({ guests }, recipient),
        moved(recipient, 1, guests),
        moved(recipient, 2, guests),
        canceled({ recipient, guests }),
      ]),
      ...pendingMails(),
    ];
    expect(new Set(mails.map(({ key }) => key)).size).toBe(mails.length);
    for (const { key } of mails) {
      expect(key.length).toBeLessThanOrEqual(80);
      expect(key).not.toContain('@');
    }
  });
});

function moved(recipient: Recipient, sequence: number, guests: string[] = []) {
  return renderRescheduled(SERVICE, {
    meeting: meetingFacts({ sequence, guests }),
    recipient,
    manageUrl: MANAGE_URL,
    nowMs: NOW_MS,
    previousStartMs: Date.UTC(2026, 10, 30, 14, 0),
    by: 'guest',
  });
}

describe('the mail about a new time', () => {
  it('shows the new time and the old one, and raises the invite’s sequence', () => {
    const mail = moved('guest', 1);
    expect(mail.kind).toBe('booking_rescheduled');
    expect(lines(mail)).toContain('When: Tuesday 1 December 2026, 09:00 to 09:30');
    expect(lines(mail)).toContain('Before: Monday 30 November 2026, 09:00 to 09:30');
    expect(mail.html).toContain('<s>Monday 30 November 2026, 09:00 to 09:30</s>');
    expect(lines(mail)).toContain(MANAGE_URL);
    expect(mail.attachments[0]?.content).toContain('SEQUENCE:1\r\n');
  });

  it('says who moved it', () => {
    expect(moved('guest', 1).text).toContain('You moved “Intro call” with Ada Lovelace.');
    expect(moved('host', 1).text).toContain('Sam Guest moved “Intro call”.');
  });
});

function canceled({
  recipient = 'guest',
  by = 'host',
  guests = [],
  wasPending = false,
}: {
  recipient?: Recipient;
  by?: CanceledBy;
  guests?: string[];
  wasPending?: boolean;
} = {}) {
  return renderCanceled(SERVICE, {
    meeting: meetingFacts({ sequence: 1, guests }),
    recipient,
    nowMs: NOW_MS,
    by,
    reason: 'Travelling\r\nthat week',
    wasPending,
    bookAgainUrl: 'https://book.holdfast.example/acme/ada/intro-30',
  });
}

describe('the mail about a cancel', () => {
  it('takes the invite back and gives the reason on one line', () => {
    const mail = canceled();
    expect(mail.kind).toBe('booking_canceled');
    expect(mail.attachments[0]?.contentType).toContain('method=CANCEL');
    expect(lines(mail)).toContain('Reason given: Travelling that week');
    expect(lines(mail)).toContain('https://book.holdfast.example/acme/ada/intro-30');
  });

  it.each([
    ['guest', 'guest', 'You canceled “Intro call” with Ada Lovelace.'],
    ['guest', 'host', 'Sam Guest canceled “Intro call”.'],
    ['host', 'guest', 'Ada Lovelace canceled “Intro call”.'],
    ['host', 'host', 'You canceled “Intro call” with Sam Guest.'],
    ['not_me', 'guest', 'You told us that you did not ask for “Intro call”'],
    ['not_me', 'host', 'Sam Guest says that they did not ask for “Intro call”'],
    ['system', 'guest', '“Intro call” with Ada Lovelace will not take place.'],
  ] as const)('by %s, to the %s: %s', (by, recipient, words) => {
    expect(canceled({ by, recipient }).text).toContain(words);
  });

  it('has no invite to take back from a request, and no reason for extra guests', () => {
    expect(canceled({ wasPending: true }).attachments).toEqual([]);
    expect(canceled({ recipient: KIM, guests: ['kim@guest.example'] }).text).not.toContain('Travelling');
  });
});

function pendingMails() {
  const meeting = meetingFacts();
  const links = { manageUrl: MANAGE_URL, decideUrl: 'https://app.holdfast.example/decide/tok', expiresAtMs: null };
  return (['guest', 'host'] as const).flatMap((recipient) => [
    renderPending(SERVICE, { meeting, recipient, ...links, expiresAtMs: Date.UTC(2026, 11, 1, 13, 0) }),
    renderDeclined(SERVICE, { meeting, recipient, reason: null, bookAgainUrl: null }),
    renderExpired(SERVICE, { meeting, recipient, bookAgainUrl: null }),
  ]);
}

describe('mails about a request', () => {
  it('ask the host to decide, by a link on a line of its own that the guest does not get', () => {
    const [guest, , , host] = pendingMails();
    expect(host).toMatchObject({ kind: 'booking_pending', to: 'ada@acme.example', attachments: [] });
    expect(host?.text.split('\n')).toContain('https://app.holdfast.example/decide/tok');
    expect(host?.text).not.toContain('/manage/');
    expect(guest).toMatchObject({ kind: 'booking_pending', to: 'sam@guest.example', attachments: [] });
    expect(guest?.text).not.toContain('/decide/');
    expect(guest?.text.split('\n')).toContain(MANAGE_URL);
  });

  it('say when the request ends by itself, in the reader’s zone', () => {
    const [guest, , , host] = pendingMails();
    expect(guest?.text).toContain('ends on Tuesday 1 December 2026, 08:00 (America/New_York, GMT-5)');
    expect(host?.text).toContain('ends on Tuesday 1 December 2026, 14:00 (Europe/Berlin, GMT+1)');
  });

  it('tell of a no and of silence in different words, without an invite', () => {
    const [, declined, expired] = pendingMails();
    expect(declined).toMatchObject({ kind: 'booking_canceled', attachments: [] });
    expect(declined?.text).toContain('Your request was declined');
    expect(expired?.text).toContain('not answered in time');
  });
});

describe('text of strangers', { timeout: 30_000 }, () => {
  const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';

  it('stays text in HTML', () => {
    const mail = confirmation(
      { guestName: evil, locationDetail: evil, eventName: evil, answers: [{ label: evil, display: evil }] },
      'host',
    );
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(seen(mail)).toContain(evil);
  });

  it('makes no link of a join address that is no web address', () => {
    const mail = confirmation({ joinUrl: 'javascript:alert(1)', locationDetail: 'javascript:alert(2)' });
    expect(mail.html).not.toMatch(/href="javascript/);
  });

  it('cannot advertise through a name in mails to people who did not write it', () => {
    const guestName = 'You won! Go to prize.example';
    for (const recipient of ['guest', KIM] as const) {
      const mail = confirmation({ guestName, guests: ['kim@guest.example'] }, recipient);
      expect(JSON.stringify(mail)).not.toContain('prize.example');
    }
  });

  it('cannot break out of subject, header or line, whatever it holds', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(text, text, text, (name, event, answer) => {
        const facts = {
          guestName: name,
          eventName: event,
          hostName: name,
          answers: [{ label: answer, display: answer }],
        };
        const mail = confirmation(facts, 'host');
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(Array.from(mail.subject).length).toBeLessThanOrEqual(150);
        expect(lines(mail).length).toBe(
          lines(confirmation({ answers: [{ label: 'a', display: 'b' }] }, 'host')).length,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('cannot slip a second address into a header', () => {
    expect(() => confirmation({ guestEmail: 'sam@guest.example, all@evil.example' })).toThrow(
      /no mail header may carry/,
    );
    expect(() => confirmation({ guestEmail: 'sam@guest.example\r\nBcc: x@evil.example' })).toThrow();
  });
});
