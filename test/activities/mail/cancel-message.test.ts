import { describe, expect, it } from 'vitest';
import { canceled, KIM, lines } from '../../support/factories/sample-mails.ts';

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

  it('says to the host alone that they did it in their calendar', () => {
    const inCalendar = { by: 'host', inCalendar: true } as const;
    const words = 'You canceled “Intro call” with Sam Guest by deleting its event in your calendar.';
    expect(canceled({ ...inCalendar, recipient: 'host' }).text).toContain(words);
    expect(canceled({ ...inCalendar, recipient: 'guest' }).text).not.toContain('in your calendar');
  });

  it('has no invite to take back from a request, and no reason for extra guests', () => {
    expect(canceled({ wasPending: true }).attachments).toEqual([]);
    expect(canceled({ recipient: KIM, guests: ['kim@guest.example'] }).text).not.toContain('Travelling');
  });
});
