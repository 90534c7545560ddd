import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { imports } from '../../../../schemas/operations/workspaces/imports.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { storeConnection } from '../../../support/factories/calendars.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  // The newest event type then says nothing of a place for others.
  await changeEvent(stack.sql, team.host, { location_detail: null });
});

const fixture = (name: 'calcom' | 'calendly') =>
  readFileSync(new URL(`../../../fixtures/imports/${name}.json`, import.meta.url), 'utf8');

interface Item {
  readonly name: string;
  readonly outcome: string;
  readonly id: string | null;
  readonly why: string | null;
  readonly notes: readonly string[];
}

const send = async (input: Record<string, unknown>, role: 'owner' | 'member' = 'owner') => {
  const answer = await callHost(stack.appUrl, imports.importSettings, input, (await team.key(role)).headers);
  const body = answer.json() as unknown as { items: readonly Item[]; made: number; unknownEntries: number };
  expect(answer.status, answer.text).toBeLessThan(500);
  return { ...answer, body, items: body.items ?? [], error: answer.json().error };
};
const read = async (operation: Parameters<typeof callHost>[1], input: Record<string, unknown>) =>
  (await callHost(stack.appUrl, operation, input, (await team.key('owner')).headers)).json();
const outcomes = (items: readonly Item[]) => items.map(({ name, outcome }) => [name, outcome]);
const counted = async () => {
  const [row] = await stack.sql`
    select (select count(*)::int from event_types where workspace_id = ${team.workspaceId}) as events,
      (select count(*)::int from schedules where workspace_id = ${team.workspaceId}) as hours`;
  return row;
};

describe('Cal.com', () => {
  it('makes hours and event types with all that has a counterpart, and names what has none', async () => {
    const { items, body } = await send({ export: fixture('calcom') });
    expect(outcomes(items)).toEqual([
      ['Working hours', 'made'],
      ['30 Min Meeting', 'made'],
      ['Call me', 'made'],
      ['Sales', 'skipped'],
      ['A blink', 'skipped'],
    ]);
    expect(body).toMatchObject({ made: 3, unknownEntries: 0 });
    const [hours, first, second, ofTeam, tooShort] = items;
    expect(hours?.notes).toEqual([
      'Hours from 17:00 to 09:00 end on the next day: there they are kept as 00:00 to 09:00.',
    ]);
    expect(await read(schedules.getSchedule, { scheduleId: hours?.id })).toMatchObject({
      timezone: 'Europe/Rome',
      weeklyHours: [
        { days: ['monday'], start: '09:00', end: '17:00' },
        { days: ['tuesday'], start: '09:00', end: '12:00' },
        { days: ['friday'], start: '17:00', end: '24:00' },
        { days: ['saturday'], start: '00:00', end: '09:00' },
        { days: ['sunday'], start: '20:00', end: '24:00' },
      ],
      dateOverrides: [
        { date: '2999-05-20', windows: [{ start: '18:00', end: '21:00' }] },
        { date: '2999-05-21', windows: [] },
      ],
    });
    expect(await read(eventTypes.getEventType, { eventTypeId: first?.id })).toMatchObject({
      eventType: {
        ...{ name: '30 Min Meeting', slug: '30min', durationMinutes: 30, description: 'A quick video meeting.' },
        ...{ slotIntervalMinutes: 15, minimumNoticeMinutes: 240, bufferBeforeMinutes: 5, bufferAfterMinutes: 10 },
        ...{ limits: { perDay: 3, perWeek: null }, maxFutureDays: 28, requiresApproval: true, color: '#292929' },
        ...{ scheduleId: hours?.id, locationType: 'phone' },
        form: { definition: { fields: [{ key: 'team_size', type: 'single_select', required: true }] } },
      },
    });
    expect(first?.notes).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Its place was Cal Video, which makes no links here. It is a phone call now'),
        'The question “Your mood” is left out: there is no type rating here.',
        'Its limit of a year is not taken over.',
        'Not taken over: lengthInMinutesOptions, recurrence.',
      ]),
    );
    expect(await read(eventTypes.getEventType, { eventTypeId: second?.id })).toMatchObject({
      eventType: {
        ...{ hidden: true, locationType: 'phone' },
        form: { definition: { fields: [{ key: 'phone', type: 'phone', required: true }] } },
      },
    });
    expect(second?.notes).toContain('Its hours are not in the export: it has the default hours.');
    expect(ofTeam?.why).toContain('team');
    expect(tooShort?.why).toContain('durationMinutes');
  });
});

describe('Calendly', () => {
  it('makes what one guest books, and says of the rest why not', async () => {
    const { items, body } = await send({ export: fixture('calendly') });
    expect(outcomes(items)).toEqual([
      ['Office', 'made'],
      ['Quick Meeting', 'made'],
      ['Webinar', 'skipped'],
      ['Old', 'skipped'],
    ]);
    expect(body.unknownEntries).toBe(1);
    expect(await read(schedules.getSchedule, { scheduleId: items[0]?.id })).toMatchObject({
      timezone: 'America/New_York',
      summary: expect.stringContaining('Monday 08:30–12:00 and 13:00–17:00; Tuesday 08:30–12:00'),
      dateOverrides: [{ date: '2999-12-24', windows: [] }],
    });
    const { eventType } = (await read(eventTypes.getEventType, { eventTypeId: items[1]?.id })) as never as {
      eventType: { form: { definition: { fields: object[] } } };
    };
    expect(eventType).toMatchObject({
      ...{ slug: 'acmesales', durationMinutes: 30, hidden: true, color: '#fff200', description: '15 Minute Meeting' },
      ...{ locationType: 'phone', locationDetail: 'Please call +49 30 1234.' },
    });
    expect(eventType.form.definition.fields).toMatchObject([
      { key: 'what_about', type: 'long_text', required: true },
      { key: 'which_days', type: 'multi_select', required: false },
    ]);
    expect(items[1]?.notes).toContain('Not taken over: duration_options, internal_note.');
  });
});

it('makes nothing twice: what exists stays as it is, and new event types take its hours', async () => {
  const first = await send({ export: fixture('calcom') });
  const before = await counted();
  const again = await send({ export: fixture('calcom') });
  expect(outcomes(again.items).slice(0, 3)).toEqual([
    ['Working hours', 'exists'],
    ['30 Min Meeting', 'exists'],
    ['Call me', 'exists'],
  ]);
  expect(again.items.slice(0, 3).map(({ id }) => id)).toEqual(first.items.slice(0, 3).map(({ id }) => id));
  expect(await counted()).toEqual(before);
});

/** One event type of Cal.com for each place, with the same name and place. */
const atPlaces = (locations: Readonly<Record<string, object | null>>) =>
  JSON.stringify(
    Object.entries(locations).map(([title, location]) => ({
      ...{ title, lengthInMinutes: 30 },
      ...(location && { locations: [location] }),
    })),
  );
const VIDEO = {
  Zoom: { type: 'integration', integration: 'zoom' },
  Meet: { type: 'integration', integration: 'google-meet' },
  Teams: { type: 'integration', integration: 'office365-video' },
  'No link': { type: 'link' },
  'No place': null,
};
/** The places that were made; the preview says the same of each as the result. */
const placesOf = async (text: string) => {
  const tried = await send({ export: text, dryRun: true });
  const { items } = await send({ export: text });
  expect(tried.items.map(({ notes }) => notes)).toEqual(items.map(({ notes }) => notes));
  const places: unknown[] = [];
  for (const { id, notes } of items) {
    const { eventType, notice } = (await read(eventTypes.getEventType, { eventTypeId: id })) as never as {
      eventType: { locationType: string; locationDetail: string | null };
      notice?: string;
    };
    expect(notice ?? '').not.toContain('Guests get no link');
    places.push([eventType.locationType, eventType.locationDetail, notes[0]?.replace(/ now.*/s, '') ?? null]);
  }
  return places;
};
const lost = (was: string, now: string) => `Its place was ${was}, which makes no links here. ${now}`;

describe('a video call that cannot be kept', () => {
  it('is a phone call where no calendar is connected, and says so', async () => {
    expect(await placesOf(atPlaces(VIDEO))).toEqual(
      ['Zoom', 'Google Meet', 'Microsoft Teams', 'a link', 'not set'].map((was) => [
        'phone',
        null,
        lost(was, 'It is a phone call'),
      ]),
    );
  });

  it('is a video call of the connected calendar; one of that calendar stays as it was', async () => {
    await storeConnection(stack.sql, { userId: team.host.userId });
    await stack.sql`update calendars set makes_links = true, is_written = is_primary where user_id = ${team.host.userId}`;
    const { Zoom, Meet, Teams } = VIDEO;
    expect(await placesOf(atPlaces({ Zoom, Meet, Teams }))).toEqual([
      ['google_meet', null, lost('Zoom', 'It is google_meet')],
      ['google_meet', null, null],
      ['google_meet', null, lost('Microsoft Teams', 'It is google_meet')],
    ]);
  });

  it('has the link of the newest event type, but never its address', async () => {
    const newest = (detail: string, locationType: string) =>
      read(eventTypes.createEventType, {
        ...{ hostUserId: team.host.userId, name: locationType, durationMinutes: 30, locationType },
        locationDetail: detail,
      });
    await newest('https://meet.example/ada', 'custom_link');
    expect(await placesOf(atPlaces({ Zoom: VIDEO.Zoom }))).toEqual([
      ['custom_link', 'https://meet.example/ada', lost('Zoom', 'As your newest event type it is custom_link')],
    ]);
    await newest('Main St 1', 'in_person');
    expect(await placesOf(atPlaces({ Teams: VIDEO.Teams }))).toEqual([
      ['phone', null, lost('Microsoft Teams', 'It is a phone call')],
    ]);
  });

  it('says nothing of a place to what exists and stays as it is', async () => {
    const text = atPlaces({ Zoom: VIDEO.Zoom });
    await send({ export: text });
    expect((await send({ export: text })).items).toMatchObject([{ outcome: 'exists', notes: [] }]);
  });
});

it('dryRun says the same and makes nothing', async () => {
  const before = await counted();
  const { items } = await send({ export: fixture('calcom'), dryRun: true });
  expect(await counted()).toEqual(before);
  const real = await send({ export: fixture('calcom') });
  const asMade = (item: Item) => [item.name, item.outcome.replace('would_make', 'made'), item.why, item.notes];
  expect(items).toHaveLength(5);
  expect(items.map(asMade)).toEqual(real.items.map(asMade));
  expect(items.every(({ outcome, id }) => outcome !== 'would_make' || id === null)).toBe(true);
});

it('keeps to the plan: event types beyond its cap are skipped, dryRun says so before', async () => {
  await stack.sql`update workspaces set plan = 'free', subscription_status = 'active' where id = ${team.workspaceId}`;
  const many = JSON.stringify({
    data: [1, 2, 3, 4].map((nth) => ({ title: `Event ${nth}`, slug: `event-${nth}`, lengthInMinutes: 30 })),
  });
  const expected = [
    ['Event 1', 'made'],
    ['Event 2', 'made'],
    ['Event 3', 'skipped'],
    ['Event 4', 'skipped'],
  ];
  const tried = await send({ export: many, dryRun: true });
  expect(outcomes(tried.items)).toEqual(expected.map(([name, one]) => [name, one === 'made' ? 'would_make' : one]));
  const { items } = await send({ export: many });
  expect(outcomes(items)).toEqual(expected);
  expect(items[2]?.why).toMatch(/plan/i);
});

it('members import for themselves alone, managers and above for others', async () => {
  const member = team.members.member.userId;
  const input = { export: JSON.stringify([{ title: 'Mine', lengthInMinutes: 30 }]) };
  const own = await send(input, 'member');
  const { eventType } = (await read(eventTypes.getEventType, { eventTypeId: own.items[0]?.id })) as never as {
    eventType: { host: { id: string }; slug: string };
  };
  expect(eventType).toMatchObject({ host: { id: member }, slug: 'mine' });
  const refused = await send({ ...input, hostUserId: team.host.userId }, 'member');
  expect([refused.status, refused.error.details?.reason]).toEqual([403, 'not_yours']);
  expect((await send({ ...input, hostUserId: member })).items[0]).toMatchObject({ outcome: 'exists' });
});

it.each([
  ['no JSON', '{"data": [', 400, undefined],
  ['something else', '{"bookings": [{"id": 1}]}', 422, 'import_empty'],
  ['far too deep', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, 422, 'import_empty'],
  [
    'too much at once',
    JSON.stringify(Array.from({ length: 101 }, () => ({ title: 'A', lengthInMinutes: 30 }))),
    422,
    'too_many_entries',
  ],
])('refuses %s, and changes nothing', async (_, text, status, reason) => {
  const before = await counted();
  const answer = await send({ export: text });
  expect([answer.status, answer.error.details?.reason]).toEqual([status, reason]);
  expect(await counted()).toEqual(before);
});

it('an event type with thousands of questions keeps those that a form has, at once and with few notes', async () => {
  const bookingFields = [
    ...Array.from({ length: 5_000 }, () => ({ type: 'text', slug: 'a' })),
    ...Array.from({ length: 1_000 }, () => ({ type: 'none', slug: 'b' })),
  ];
  const { items } = await send({
    export: JSON.stringify([{ title: 'Many', lengthInMinutes: 30, bookingFields }]),
    dryRun: true,
  });
  expect(outcomes(items)).toEqual([['Many', 'would_make']]);
  expect(items[0]?.notes).toHaveLength(31);
});

it('entries that cannot be read are told, one by one', async () => {
  const { items, body } = await send({
    export: JSON.stringify({ data: [{ title: 'No length', lengthInMinutes: 'half an hour' }, { title: 'x' }, 7] }),
  });
  expect(items).toEqual([
    {
      ...{ kind: 'event_type', name: 'No length', sourceId: null, outcome: 'skipped', id: null, notes: [] },
      why: expect.stringContaining('lengthInMinutes'),
    },
  ]);
  expect(body.unknownEntries).toBe(2);
});
