import { describe, expect, it } from 'vitest';
import { MANAGE_URL } from '../../support/factories/meeting-facts.ts';
import { lines, moved } from '../../support/factories/sample-mails.ts';

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
