import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { withCode } from '../../cli/ask-code.ts';
import { CliError } from '../../cli/exit.ts';
import { inFlags } from '../../cli/flag-words.ts';
import { startInstant } from '../../cli/start-time.ts';

describe('a message of the API', () => {
  const move = new Command('move').argument('<id>').option('--start <time>').option('--timezone <zone>');
  const book = new Command('book').option('--email <address>').option('--start <time>').option('--timezone <zone>');

  it.each([
    [
      move,
      'Invalid request: timeZone: is needed, because startAt has no offset: end startAt with Z; bookingId: must be a UUID, from list_meetings',
      '--timezone is needed, because --start has no offset: end --start with Z; the id: must be a UUID, from holdfast meetings',
    ],
    [book, 'Invalid request: timezone: must be an IANA zone', '--timezone must be an IANA zone'],
    [book, 'Invalid request: invitee.email: must be an email address', '--email must be an email address'],
    [book, 'startAt: 2026-03-29T02:30 does not exist', '--start: 2026-03-29T02:30 does not exist'],
    [book, 'Your email is in use.', 'Your email is in use.'],
    [
      new Command('approve').argument('<id>'),
      'get_meeting shows its status; list_meetings with filter pending has those that wait; list_api_keys, list_agent_seats',
      'holdfast meetings show shows its status; holdfast meetings --filter pending has those that wait; holdfast keys, holdfast seats',
    ],
    [
      new Command('prep'),
      'No credit is left. get_billing tells what is left; refresh_prep_pack looks up (prep is off; update_event_type turns it on).',
      'No credit is left. holdfast billing tells what is left; holdfast prep --refresh looks up (prep is off; holdfast run update_event_type turns it on).',
    ],
    [
      new Command('show').argument('<id>'),
      'Invalid request: eventTypeId: must be a valid uuid: From GET /workspace/event-types (list_event_types).',
      'the id: must be a valid uuid: From holdfast events.',
    ],
    [
      new Command('move').argument('<id>').option('--start <time>'),
      'startAt: is a time, words go to POST /bookings/propose-slots (propose_slots), see the meeting (GET /bookings/{bookingId}, get_meeting).',
      '--start is a time, words go to holdfast run propose_slots, see the meeting (holdfast meetings show).',
    ],
    [new Command('members'), 'Invalid request: timeZone: must be', 'timeZone: must be'],
  ])('names what was typed: %#', (command, message, words) => expect(inFlags(message, command)).toBe(words));
});

describe('--start', () => {
  it.each([
    ['2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00+05:30', '2026-12-01T03:30:00.000Z'],
  ])('takes %s', (start, instant) => expect(startInstant(start, 'Europe/Berlin')).toBe(instant));

  it.each([
    ['tomorrow', 'Europe/Berlin', '--start must be a time such as'],
    ['2026-03-29T02:30', 'Europe/Berlin', 'Type 2026-03-29T03:00:00+02:00 or another time'],
    ['2026-10-25T02:30', 'Europe/Berlin', 'Type 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00'],
    ['2026-12-01T09:00', 'Mars/Olympus', '--timezone must be an IANA'],
    ['2026-12-01T09:00', 'BST', 'Europe/London'],
  ])('refuses %s in %s', (start, zone, words) => expect(() => startInstant(start, zone)).toThrow(words));
});

describe('the code of a mail', () => {
  const refusal = (reason: string) =>
    new CliError({ error: { code: 'request.unprocessable', message: reason, details: { reason } } });
  const tryCodes = async (codes: readonly string[], reason = 'code_invalid') => {
    const [left, said] = [[...codes], [] as string[]];
    const booked = await withCode(
      async (code) => {
        if (code !== '123456') throw refusal(reason);
        return `booked after ${said.length}`;
      },
      { say: (text) => said.push(text), ask: async () => left.shift() ?? 'asked too often' },
    );
    return [booked, left.length];
  };

  it('is asked again if it was wrong, three times in all', async () => {
    expect(await tryCodes(['123456'])).toEqual(['booked after 0', 0]);
    expect(await tryCodes(['111111', '222222', '123456'])).toEqual(['booked after 2', 0]);
    await expect(tryCodes(['111111', '222222', '333333', '123456'])).rejects.toThrow('code_invalid');
  });

  it('is not asked again for what another code does not mend', async () => {
    await expect(tryCodes(['111111', '123456'], 'slot_taken')).rejects.toThrow('slot_taken');
  });
});
