import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blocks, periodOf } from '../../../domain/calendars/busy.ts';
import type { EventPage, RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import type { CalendarAccount } from '../../../outbound/calendars/provider.ts';
import { busyTimes } from '../../../stand-ins/google/listing.ts';
import {
  ADA,
  allDay,
  BOSS,
  type CheckedGoogle,
  FAMILY,
  googleAccountOf,
  soon,
  startCheckedGoogle,
  timed,
  ZONE,
} from '../../support/fakes/google.ts';

const WINDOW = { startMs: Date.parse('2026-11-22T00:00:00Z'), endMs: Date.parse('2027-12-27T00:00:00Z') };
const RULES = { tentative: 'busy', declined: 'free', workingElsewhere: 'free' } as const;

let google: CheckedGoogle;
let account: CalendarAccount;

beforeAll(async () => {
  google = await startCheckedGoogle();
});
afterAll(() => google.close());
beforeEach(() => {
  account = googleAccountOf(google, google.grant(ADA).accessToken);
});
afterEach(() => {
  google.clean();
  // All that the test sent and got is as Google describes it.
  expect(google.problems()).toEqual([]);
});

/** A mirror as the port describes it: changes by id, replaced series, and a whole reading that forgets what it did not see. */
class Mirror {
  readonly events = new Map<string, RemoteEvent>();
  cursor: string | undefined;
  readonly #calendarId: string;

  constructor(calendarId = ADA) {
    this.#calendarId = calendarId;
  }

  async read(): Promise<void> {
    const begun = this.cursor === undefined ? {} : { cursor: this.cursor };
    const seen = new Set<string>();
    for (let page: string | undefined; ; ) {
      const from = { window: WINDOW, ...(page === undefined ? begun : { page }) };
      const read = await account.readEvents(this.#calendarId, from, soon());
      for (const id of this.#apply(read)) seen.add(id);
      if ('cursor' in read.next) {
        this.cursor = read.next.cursor;
        break;
      }
      page = read.next.page;
    }
    if (!('cursor' in begun)) this.#drop((id) => !seen.has(id));
  }

  #apply({ changes, replacedSeries }: EventPage): string[] {
    this.#drop((_, { seriesId }) => seriesId !== null && replacedSeries.includes(seriesId));
    for (const change of changes)
      if (change.gone) this.events.delete(change.id);
      else this.events.set(change.id, change);
    return changes.map(({ id }) => id);
  }

  #drop(isOver: (id: string, event: RemoteEvent) => boolean): void {
    for (const [id, event] of this.events) if (isOver(id, event)) this.events.delete(id);
  }

  /** Busy times of the window, joined. */
  busy() {
    const times = [...this.events.values()]
      .filter((event) => blocks(event, RULES))
      .map(({ time }) => periodOf(time, ZONE))
      .filter(({ startMs, endMs }) => startMs < WINDOW.endMs && endMs > WINDOW.startMs)
      .sort((a, b) => a.startMs - b.startMs);
    const joined: typeof times = [];
    for (const one of times) {
      const last = joined.at(-1);
      if (last && one.startMs <= last.endMs) joined.splice(-1, 1, { ...last, endMs: Math.max(last.endMs, one.endMs) });
      else joined.push(one);
    }
    return joined;
  }
}

const free = (calendarId = ADA) => busyTimes(google.hand.calendar(calendarId), WINDOW);

/** A calendar of all sorts. */
function fill(): void {
  google.hand.put(ADA, { id: 'single1', ...timed('2026-11-24T10:00', '2026-11-24T11:00') });
  google.hand.put(ADA, { id: 'free1', transparency: 'transparent', ...timed('2026-11-24T12:00', '2026-11-24T13:00') });
  google.hand.put(ADA, { id: 'absent1', eventType: 'outOfOffice', ...timed('2026-12-01T00:00', '2026-12-03T00:00') });
  for (const [id, type] of [
    ['office1', 'officeLocation'],
    ['home1', 'homeOffice'],
    ['cafe1', 'customLocation'],
  ] as const)
    google.hand.put(ADA, {
      ...{ id, eventType: 'workingLocation', workingLocationProperties: { type } },
      ...allDay('2026-11-25', '2026-11-26'),
    });
  google.hand.put(ADA, { id: 'alldas1', ...allDay('2026-12-24', '2026-12-26') });
  google.hand.put(ADA, { id: 'invited1', ...timed('2026-11-26T10:00', '2026-11-26T11:00') }, 'x@elsewhere.test');
  google.hand.put(ADA, { id: 'older1', ...timed('2026-11-01T10:00', '2026-11-01T11:00') });
  google.hand.put(ADA, {
    id: 'series1',
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270601T000000Z'],
    ...timed('2026-11-23T09:00', '2026-11-23T09:30'),
  });
  google.hand.put(ADA, { id: 'annual1', recurrence: ['RRULE:FREQ=YEARLY'], ...allDay('1990-05-04', '1990-05-05') });
  google.hand.change(ADA, 'series1_20261125T080000Z', timed('2026-11-26T15:00', '2026-11-26T16:00'));
  google.hand.remove(ADA, 'series1_20261130T080000Z');
}

describe('reading', () => {
  it('lists calendars; only owned ones can be written to, and those that Google makes are left out', async () => {
    const calendars = await account.listCalendars(soon());
    expect(calendars.map(({ providerCalendarId, canWrite }) => [providerCalendarId, canWrite])).toEqual([
      [ADA, true],
      [FAMILY, true],
      ['team@group.calendar.google.com', false],
      [BOSS, false],
    ]);
    expect(calendars[0]).toMatchObject({ isPrimary: true, timezone: ZONE, makesLinks: true });
  });

  it.each([2_500, 2])('reads a whole window in pages of %i: times equal Google’s free/busy', async (pageSize) => {
    fill();
    google.hand.calendar(ADA).pageSize = pageSize;
    const mirror = new Mirror();
    await mirror.read();
    expect(mirror.busy()).toEqual(free());
    expect(mirror.events.get('absent1')?.availability).toBe('out_of_office');
    expect(['office1', 'home1', 'cafe1'].map((id) => mirror.events.get(id)?.availability)).toEqual([
      'free',
      'working_elsewhere',
      'working_elsewhere',
    ]);
    expect(mirror.events.get('series1_20261125T080000Z')?.seriesId).toBe('series1');
    expect(mirror.events.has('older1')).toBe(false);
    expect(mirror.events.has('series1_20261130T080000Z')).toBe(false);
  });

  const changes: readonly (readonly [string, () => unknown])[] = [
    ['an event was moved', () => google.hand.change(ADA, 'single1', timed('2026-11-27T10:00', '2026-11-27T11:00'))],
    [
      'an event left the window',
      () => google.hand.change(ADA, 'single1', timed('2029-11-27T10:00', '2029-11-27T11:00')),
    ],
    [
      'an event came into the window',
      () => google.hand.change(ADA, 'older1', timed('2026-11-28T10:00', '2026-11-28T11:00')),
    ],
    ['an event was deleted', () => google.hand.remove(ADA, 'alldas1')],
    ['an invitation was declined', () => google.hand.answer(ADA, 'invited1', 'declined')],
    ['an event became free', () => google.hand.change(ADA, 'single1', { transparency: 'transparent' })],
    ['a series was moved', () => google.hand.change(ADA, 'series1', timed('2026-11-23T14:00', '2026-11-23T15:00'))],
    [
      'a series ended earlier',
      () => google.hand.change(ADA, 'series1', { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5'] }),
    ],
    ['a series was deleted', () => google.hand.remove(ADA, 'series1')],
    [
      'an instance was moved',
      () => google.hand.change(ADA, 'series1_20261207T080000Z', timed('2026-12-04T09:00', '2026-12-04T10:00')),
    ],
    ['an instance was canceled', () => google.hand.remove(ADA, 'series1_20261207T080000Z')],
    [
      'an instance was declined',
      () =>
        google.hand.change(ADA, 'series1_20261207T080000Z', {
          attendees: [{ email: ADA, responseStatus: 'declined' }],
        }),
    ],
    [
      'a single event became a series',
      () => google.hand.change(ADA, 'single1', { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }),
    ],
    ['a series became a single event', () => google.hand.change(ADA, 'series1', { recurrence: null as never })],
    ['an event was moved to another calendar', () => google.hand.moveTo(ADA, 'single1', FAMILY)],
  ];

  it.each(changes)('after a change the mirror equals free/busy again: %s', async (_, change) => {
    fill();
    const mirror = new Mirror();
    await mirror.read();
    const before = mirror.busy();
    change();
    await mirror.read();
    expect(mirror.busy()).toEqual(free());
    expect(mirror.busy()).not.toEqual(before);
    const anew = new Mirror();
    await anew.read();
    const ids = ({ events }: Mirror) => [...events.keys()].sort();
    expect(ids(mirror)).toEqual(ids(anew));
  });

  it('reads an invitation to one instance of a series that is in somebody else’s calendar', async () => {
    const invitation = (start: string, end: string) => {
      const id = 'foreign1_20261207T090000Z';
      const originalStartTime = timed('2026-12-07T10:00', '2026-12-07T11:00').start;
      const event = { id, status: 'confirmed', recurringEventId: 'foreign1', originalStartTime, ...timed(start, end) };
      google.hand.calendar(ADA).keep(event);
    };
    const mirror = new Mirror();
    await mirror.read();
    invitation('2026-12-07T10:00', '2026-12-07T11:00');
    await mirror.read();
    expect([mirror.busy(), mirror.busy().length]).toEqual([free(), 1]);
    invitation('2026-12-08T10:00', '2026-12-08T11:00');
    await mirror.read();
    expect([mirror.busy(), mirror.busy().length]).toEqual([free(), 1]);
    google.hand.remove(ADA, 'foreign1_20261207T090000Z');
    await mirror.read();
    expect(mirror.busy()).toEqual([]);
  });

  it('loses nothing that changes between two pages', async () => {
    fill();
    google.hand.calendar(ADA).pageSize = 2;
    google.faults.add({ kind: 'pagingChanges', count: 3 });
    const mirror = new Mirror();
    await mirror.read();
    await mirror.read();
    expect(google.faults.waiting).toEqual([]);
    expect(mirror.busy()).toEqual(free());
  });

  it('asks for a whole reading when the token is too old, or too many series changed', async () => {
    fill();
    const mirror = new Mirror();
    await mirror.read();
    google.hand.calendar(ADA).age += 1;
    await expect(mirror.read()).rejects.toMatchObject({ failure: 'cursor_gone', detail: '410 fullSyncRequired' });
    mirror.cursor = undefined;
    await mirror.read();
    for (let count = 0; count < 26; count += 1)
      google.hand.put(ADA, {
        recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
        ...timed('2026-12-07T10:00', '2026-12-07T11:00'),
      });
    await expect(mirror.read()).rejects.toMatchObject({ failure: 'cursor_gone' });
  });

  it('reads a calendar that shows busy times alone, whole each time', async () => {
    const { id } = google.hand.put(BOSS, timed('2027-03-24T10:00', '2027-03-24T11:00'));
    const mirror = new Mirror(BOSS);
    await mirror.read();
    expect(mirror.busy()).toEqual(free(BOSS));
    expect(mirror.busy()).toHaveLength(1);
    await expect(mirror.read()).rejects.toMatchObject({ failure: 'cursor_gone' });
    const day = { startMs: Date.parse('2027-03-24T00:00:00Z'), endMs: Date.parse('2027-03-25T00:00:00Z') };
    expect(await account.readNow(BOSS, day, soon())).toHaveLength(1);
    google.hand.remove(BOSS, id ?? '');
  });

  it('reads now: what was put a moment ago, with ids, so that own events can be left out', async () => {
    fill();
    const day = { startMs: Date.parse('2026-11-24T00:00:00Z'), endMs: Date.parse('2026-11-25T00:00:00Z') };
    const found = await account.readNow(ADA, day, soon());
    expect(found.filter((event) => blocks(event, RULES)).map(({ id }) => id)).toEqual(['single1']);
  });
});
