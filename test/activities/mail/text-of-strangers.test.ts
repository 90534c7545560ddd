import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReminder } from '../../../activities/mail/reminder-message.ts';
import type { MeetingFacts } from '../../../domain/booking/meeting.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { code, confirmation, KIM, lines, seen } from '../../support/factories/sample-mails.ts';

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

  it('becomes no encoded word of a subject, which mail programs would decode, in whichever mail and however it is put together', () => {
    const encoded = '=?utf-8?q?You_won?=';
    const facts = { eventName: encoded, hostName: encoded, workspaceName: encoded, guestName: encoded };
    const url = MANAGE_URL;
    const reminder = (own: string | null, more: Partial<MeetingFacts> = {}) =>
      renderReminder(SERVICE, {
        meeting: meetingFacts({ ...facts, ...more }),
        planned: { id: 'rule0', side: 'before', to: 'guest', atMs: 0 },
        own: { subject: own, text: null },
        ...{
          manageUrl: url,
          meetingUrl: url,
          packUrl: null,
          bookAgainUrl: url,
          stopUrl: url,
          settingsUrl: url,
          nowMs: 0,
        },
      });
    const halves = { eventName: '=?utf-8?q?You', workspaceName: 'won?=' };
    const mails = [
      ...[confirmation(facts), confirmation(facts, 'host'), confirmation(facts, KIM)],
      ...[code({ eventName: encoded }), reminder(null), reminder('{event_name}_{workspace_name}', halves)],
    ];
    for (const { subject } of mails) {
      expect(subject).not.toMatch(/=\?.*\?=/);
      expect(subject).toContain('= ?utf-8?q?You_won?=');
    }
    // What is none stays.
    expect(confirmation({ eventName: 'a=?b?=c' }).subject).toContain('a=?b?=c');
  });

  it('cannot slip a second address into a header', () => {
    expect(() => confirmation({ guestEmail: 'sam@guest.example, all@evil.example' })).toThrow(
      /no mail header may carry/,
    );
    expect(() => confirmation({ guestEmail: 'sam@guest.example\r\nBcc: x@evil.example' })).toThrow();
  });
});
