import { describe, expect, it } from 'vitest';
import { renderPending } from '../../../activities/mail/request-messages.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { canceled, KIM, lines, moved, NOW_MS, pendingMails } from '../../support/factories/sample-mails.ts';

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
    ['not_me', 'guest', 'You said that you did not ask for “Intro call”'],
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

  it.each([
    ['en', 'guest', 'Your request for “Intro call” has a new time.'],
    ['de', 'guest', 'Ihre Anfrage für „Intro call“ wurde auf eine neue Zeit verschoben.'],
    ['en', 'host', 'The request of Sam Guest for “Intro call” has moved to a new time.'],
  ] as const)('say, in %s to the %s, that a waiting one was moved, and only then', (language, recipient, words) => {
    const told = (previousStartMs: number | null, agentEmail: string | null) =>
      renderPending(SERVICE, {
        meeting: meetingFacts({ language, agentEmail }),
        recipient,
        manageUrl: null,
        decideUrl: null,
        expiresAtMs: null,
        previousStartMs,
        nowMs: NOW_MS,
      }).text;
    for (const agent of [null, 'bot@agents.example']) {
      expect(told(NOW_MS, agent)).toContain(words);
      expect(told(null, agent)).not.toContain(words);
    }
  });

  it.each([null, 'bot@agents.example'])('name several hosts as rightly as one (agent: %s)', (agentEmail) => {
    const grace = { name: 'Grace Hopper', email: 'grace@acme.example', timezone: 'UTC' };
    const meeting = meetingFacts({ otherHosts: [grace], agentEmail });
    const links = { manageUrl: null, decideUrl: null, expiresAtMs: null, nowMs: NOW_MS };
    for (const previousStartMs of [null, NOW_MS]) {
      const { text } = renderPending(SERVICE, { meeting, recipient: 'guest', ...links, previousStartMs });
      expect(text).toMatch(/It must (still )?be approved by Ada Lovelace and Grace Hopper\. You get a mail when/);
    }
  });

  it('word a refusal and an expired request differently, without an invite', () => {
    const [, declined, expired] = pendingMails();
    expect(declined).toMatchObject({ kind: 'booking_canceled', attachments: [] });
    expect(declined?.text).toContain('Your request was declined');
    expect(expired?.text).toContain('not answered in time');
  });
});
