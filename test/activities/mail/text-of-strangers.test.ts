import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmation, KIM, lines, seen } from '../../support/factories/sample-mails.ts';

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
