import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Email } from '../../../schemas/shapes/fields.ts';
import { code, lines, seen } from '../../support/factories/sample-mails.ts';

describe('the booking code', () => {
  it('stands alone on a line, opens the subject, and goes to the guest', () => {
    const mail = code();
    expect(mail).toMatchObject({ kind: 'booking_code', to: 'sam@guest.example', replyTo: null, attachments: [] });
    expect(lines(mail)).toContain('048291');
    expect(mail.subject).toBe('048291 is your code for Intro call with Ada Lovelace');
    expect(seen(mail)).toContain(' 048291 ');
    expect(mail.text).toContain('for 10 minutes');
  });

  it('says for which time it was asked, in the guest’s zone, or nothing of a time', () => {
    expect(code().text).toContain('Requested time: Tuesday 1 December 2026, 09:00 (New York, Eastern Time, GMT-5).');
    expect(code({ startMs: null, guestTimezone: null }).text).not.toContain('Asked for');
  });

  it('goes to the agent’s inbox when the agent asked for it, and names the guest there', () => {
    const mail = code({ agentEmail: 'bot@agents.example' });
    expect(mail.to).toBe('bot@agents.example');
    expect(mail.text).toContain('for sam@guest.example');
  });

  it('goes to every address that a call may name, quoted ones too', () => {
    const quoted = fc
      .string({ unit: fc.constantFrom(..."ab Z0!#$%&'*+/=?^_`{|}~.-"), minLength: 1, maxLength: 62 })
      .map((local) => `"${local}"@guest.example`);
    const accepted = fc.oneof(fc.emailAddress(), quoted).filter((address) => Email.safeParse(address).success);
    fc.assert(fc.property(accepted, (guestEmail) => code({ guestEmail }).to === guestEmail));
    expect(code({ guestEmail: '"john doe"@guest.example' }).to).toBe('"john doe"@guest.example');
    for (const evil of ['a@b.example, c@d.example', '"a"@b.example>', '"a\r\nBcc: x"@b.example', '"a", <c@d.example>'])
      expect(() => code({ guestEmail: evil })).toThrow();
  });

  it('is another mail for each code of a challenge', () => {
    expect(code({ issue: 2 }).key).not.toBe(code().key);
  });
});
