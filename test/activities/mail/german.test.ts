import { describe, expect, it } from 'vitest';
import { renderCanceled } from '../../../activities/mail/cancel-message.ts';
import { renderBookingCode } from '../../../activities/mail/code-message.ts';
import { renderConfirmation } from '../../../activities/mail/confirmation-message.ts';
import { renderHostChanged } from '../../../activities/mail/host-changed-message.ts';
import { renderDeclined, renderExpired, renderPending } from '../../../activities/mail/request-messages.ts';
import { renderRescheduled } from '../../../activities/mail/reschedule-message.ts';
import type { MeetingFacts, Recipient } from '../../../domain/booking/meeting.ts';
import type { OutgoingMail } from '../../../domain/mail/mail.ts';
import { englishInMail } from '../../support/asserts/english-in-mail.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 0);
const KIM: Recipient = { extraGuest: 'kim@guest.example' };
const GRACE = { name: 'Grace Hopper', email: 'grace@acme.example', timezone: 'UTC', language: 'en' } as const;
const AGAIN = { bookAgainUrl: 'https://book.holdfast.example/acme/ada/intro-30' };
const CODE = {
  challengeId: '01949d3e-0000-7000-8000-000000000001',
  issue: 1,
  workspaceId: null,
  code: '048291',
  eventName: 'Gespräch',
  hostName: 'Ada Lovelace',
  guestEmail: 'sam@guest.example',
  agentEmail: null,
  startMs: meetingFacts().startMs,
  guestTimezone: 'Europe/Berlin',
  expiresInMinutes: 10,
  language: 'de',
} as const;

/** The circumstances that mails have words for. */
const MEETINGS: readonly Partial<MeetingFacts>[] = [
  {},
  { agentEmail: 'bot@agents.example' },
  { otherHosts: [GRACE] },
  { otherHosts: [GRACE, { ...GRACE, name: 'Alan' }, { ...GRACE, name: 'Edsger' }] },
  { joinUrl: null },
  { joinUrl: null, locationType: 'phone' },
  { joinUrl: null, locationType: 'in_person', locationDetail: 'Raum 1' },
  { endMs: meetingFacts().startMs + 10 * 3_600_000 },
  { startMs: Date.UTC(2027, 2, 28, 0, 30), endMs: Date.UTC(2027, 2, 28, 1, 30) },
];

const facts = (more: Partial<MeetingFacts>): MeetingFacts =>
  meetingFacts({
    eventName: 'Gespräch',
    guestTimezone: 'Europe/Berlin',
    guests: ['kim@guest.example'],
    language: 'de',
    ...more,
  });

function requestMails(meeting: MeetingFacts, recipient: 'guest' | 'host'): OutgoingMail[] {
  const waiting = {
    decideUrl: 'https://app.holdfast.example/decide/tok',
    expiresAtMs: NOW_MS,
    previousStartMs: NOW_MS,
    nowMs: NOW_MS,
  };
  return [
    renderPending(SERVICE, { meeting, recipient, manageUrl: MANAGE_URL, ...waiting }),
    renderDeclined(SERVICE, { meeting, recipient, reason: 'Krank', ...AGAIN }),
    renderExpired(SERVICE, { meeting, recipient, ...AGAIN }),
  ];
}

/** Every mail about a meeting that somebody can get. */
function mailsTo(recipient: Recipient, more: Partial<MeetingFacts> = {}): OutgoingMail[] {
  const meeting = facts(more);
  const mail = { meeting, recipient, manageUrl: MANAGE_URL, nowMs: NOW_MS };
  const moved = { ...mail, previousStartMs: NOW_MS };
  const ended = { ...mail, reason: 'Krank', ...AGAIN };
  return [
    ...(['guest', 'host'] as const).flatMap((by) => [
      renderConfirmation(SERVICE, { ...mail, by }),
      renderRescheduled(SERVICE, { ...moved, by }),
    ]),
    renderRescheduled(SERVICE, moved),
    ...(['guest', 'host', 'system', 'not_me'] as const).flatMap((by) =>
      [true, false].map((wasPending) => renderCanceled(SERVICE, { ...ended, by, wasPending })),
    ),
    renderHostChanged(SERVICE, { ...mail, formerHost: { ...GRACE, name: 'Alan' }, wasPending: false }),
    ...(typeof recipient === 'string' ? requestMails(meeting, recipient) : []),
  ];
}

const KEPT = ['Ada Lovelace', 'Grace Hopper', 'Alan', 'Edsger', 'Acme', 'Sam Guest', 'Holdfast', 'Raum 1', 'Krank'];

describe.each([
  ['guest', 'guest'],
  ['guest that was invited besides', KIM],
] as const)('to the %s of a meeting that was booked in German', (_who, recipient) => {
  it('no mail has a word of English, in subject, text, HTML or calendar file', () => {
    for (const more of MEETINGS)
      for (const mail of mailsTo(recipient, more)) {
        expect(englishInMail(mail, KEPT), mail.subject).toEqual([]);
        expect(mail.html).toContain('<html dir="ltr" lang="de">');
      }
  });
});

it('English is found where it is', () => {
  for (const mail of mailsTo('guest', { language: 'en' }))
    expect(englishInMail(mail, KEPT), mail.subject).not.toEqual([]);
});

it('its host reads their own language, whatever the guest reads', () => {
  for (const more of MEETINGS.slice(0, 2))
    for (const hostLanguage of ['en', 'de'] as const) {
      const mails = mailsTo('host', { ...more, hostLanguage });
      expect(mails).toEqual(mailsTo('host', { ...more, hostLanguage, language: 'en' }));
      expect(mails[0]?.html).toContain(`lang="${hostLanguage}"`);
    }
});

it('a host who reads German gets no word of English', () => {
  for (const more of MEETINGS)
    for (const mail of mailsTo('host', { ...more, hostLanguage: 'de' }))
      expect(englishInMail(mail, KEPT), mail.subject).toEqual([]);
});

it('dates and clocks are German, with zone and offset', () => {
  const [confirmed, moved] = mailsTo('guest');
  expect(confirmed?.subject).toBe('Bestätigt: Gespräch mit Ada Lovelace, Di., 1. Dez. 2026, 15:00 Uhr (GMT+1)');
  expect(confirmed?.text).toContain(
    'Wann: Dienstag, 1. Dezember 2026, 15:00 bis 15:30 Uhr\n  Berlin, Mitteleuropäische Zeit, GMT+1\n',
  );
  expect(moved?.text).toContain('Bisher: Samstag, 21. November 2026, 10:00 bis 10:30 Uhr');
  const [overnight] = mailsTo('guest', { endMs: meetingFacts().startMs + 10 * 3_600_000 });
  expect(overnight?.text).toContain('1. Dezember 2026, 15:00 Uhr bis Mittwoch, 2. Dezember 2026, 01:00 Uhr\n');
  const [changing] = mailsTo('guest', { startMs: Date.UTC(2027, 2, 28, 0, 30), endMs: Date.UTC(2027, 2, 28, 1, 30) });
  expect(changing?.text).toContain('01:30 bis 03:30 Uhr\n  Berlin, Mitteleuropäische Zeit, GMT+1, dann GMT+2');
});

it('the code opens the subject, and the mail says for which time it was asked', () => {
  for (const mail of [
    renderBookingCode(SERVICE, CODE),
    renderBookingCode(SERVICE, { ...CODE, agentEmail: 'bot@agents.example' }),
  ]) {
    expect(mail.subject).toBe('048291 ist Ihr Code für Gespräch mit Ada Lovelace');
    expect(mail.text).toContain(
      'Gewünschte Zeit: Dienstag, 1. Dezember 2026, 15:00 Uhr (Berlin, Mitteleuropäische Zeit, GMT+1).',
    );
    expect(mail.text.split('\n')).toContain('048291');
    expect(englishInMail(mail, KEPT)).toEqual([]);
  }
});

it('what strangers wrote stays text in HTML', () => {
  const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  for (const mail of mailsTo('guest', { eventName: evil, workspaceName: evil, guestName: evil, locationDetail: evil }))
    expect(mail.html).not.toMatch(/<script|<img/);
});
