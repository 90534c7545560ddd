import { describe, expect, it } from 'vitest';
import { blockingIn } from '../../../activities/calendars/live-check.ts';
import type { EventTime, RemoteEvent } from '../../../domain/calendars/remote-event.ts';

const at = (text: string): number => Date.parse(text);
const timed = (start: string, end: string): EventTime => ({ kind: 'timed', startMs: at(start), endMs: at(end) });
const event = (id: string, time: EventTime, more: Partial<RemoteEvent> = {}): RemoteEvent => ({
  ...{ id, seriesId: null, time, availability: 'busy', response: 'none' },
  ...more,
});
const meeting = { startMs: at('2026-11-24T09:00:00Z'), endMs: at('2026-11-24T09:30:00Z') };
const inside = timed('2026-11-24T09:00:00Z', '2026-11-24T09:30:00Z');
const calendar = {
  timezone: 'Europe/Berlin',
  rules: { tentative: 'busy', declined: 'free', workingElsewhere: 'free' },
} as const;
const found = (events: readonly RemoteEvent[], more = calendar) =>
  blockingIn(events, more, meeting).map(({ id }) => id);

describe('what the look before a booking counts', () => {
  it('are events that overlap the meeting; one that only touches it does not', () => {
    const before = timed('2026-11-24T08:00:00Z', '2026-11-24T09:00:00Z');
    const after = timed('2026-11-24T09:30:00Z', '2026-11-24T10:00:00Z');
    const over = timed('2026-11-24T08:00:00Z', '2026-11-24T09:00:00.001Z');
    expect(found([event('before', before), event('after', after), event('over', over)])).toEqual(['over']);
  });

  it('follows the host’s rules for tentative, declined, working elsewhere and free ones', () => {
    const events = [
      event('free', inside, { availability: 'free' }),
      event('tentative', inside, { response: 'tentative' }),
      event('declined', inside, { response: 'declined' }),
      event('elsewhere', inside, { availability: 'working_elsewhere' }),
    ];
    expect(found(events)).toEqual(['tentative']);
    const other = {
      ...calendar,
      rules: { tentative: 'free', declined: 'busy', workingElsewhere: 'busy' },
    } as const;
    expect(blockingIn(events, other, meeting).map(({ id }) => id)).toEqual(['declined', 'elsewhere']);
  });

  it('takes whole days in the zone of the calendar, although providers answer a day around the time', () => {
    const day = (startDate: string, endDate: string): EventTime => ({ kind: 'all_day', startDate, endDate });
    const days = [
      event('day before', day('2026-11-23', '2026-11-24')),
      event('day', day('2026-11-24', '2026-11-25')),
      event('day after', day('2026-11-25', '2026-11-26')),
    ];
    expect(found(days)).toEqual(['day']);
    const kiritimati = { ...calendar, timezone: 'Pacific/Kiritimati' };
    const late = { startMs: at('2026-11-24T10:00:00Z'), endMs: at('2026-11-24T10:30:00Z') };
    expect(blockingIn(days, kiritimati, late).map(({ id }) => id)).toEqual(['day after']);
  });
});
