import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../schemas/event-types.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { changeEvent } from '../../support/host.ts';
import { callHost } from '../../support/host-calls.ts';
import { http } from '../../support/http.ts';
import { makeTeam, type TestTeam } from '../../support/keys.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  headers = (await team.key('owner')).headers;
});

type Body = Readonly<Record<string, unknown>>;
interface EventType extends Body {
  readonly id: string;
  readonly slug: string;
  readonly host: { readonly id: string };
}

const call = (operation: Operation, input: Body, by = headers) => callHost(stack.appUrl, operation, input, by);
const create = (more: Body = {}, by = headers) =>
  call(eventTypes.createEventType, { name: 'Intro call', durationMinutes: 30, locationType: 'phone', ...more }, by);
const update = (eventTypeId: string, change: Body, by = headers) =>
  call(eventTypes.updateEventType, { eventTypeId, ...change }, by);
const archive = (eventTypeId: string, by = headers) => call(eventTypes.archiveEventType, { eventTypeId }, by);
const get = async (eventTypeId: string) => (await call(eventTypes.getEventType, { eventTypeId })).json().eventType;
const made = async (more?: Body, by?: typeof headers): Promise<EventType> => {
  const answer = await create(more, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json().eventType as EventType;
};
const publicGet = (path: string) => http(`${stack.publicUrl}/api/v1/public/${team.slug}/${path}`);
const slotsOf = (slug: string) => publicGet(`hedy/${slug}/slots`);
const logged = () => stack.sql<{ action: string; data: Body }[]>`
  select action, data from activity_log where workspace_id = ${team.workspaceId} and subject_type = 'event_type' order by id`;
/** Everything that a refused call could have changed. */
const state = () => stack.sql`
  select (select json_agg(e order by e.id) from event_types e where workspace_id = ${team.workspaceId}) as events,
    (select json_agg(f order by f.id) from forms f where workspace_id = ${team.workspaceId}) as forms,
    (select count(*)::int from activity_log where workspace_id = ${team.workspaceId}) as log`;

describe('create', () => {
  it('fills in the defaults, takes the oldest schedule, and can be booked at once', async () => {
    const [oldest] = await stack.sql<
      { id: string }[]
    >`select id from schedules where workspace_id = ${team.workspaceId}`;
    await stack.sql`
      insert into schedules (id, workspace_id, user_id, name, timezone)
      values (${uuidv7()}, ${team.workspaceId}, ${team.members.owner.userId}, 'Later', 'UTC')`;
    const event = await made();
    expect(event).toEqual({
      id: expect.any(String),
      name: 'Intro call',
      slug: 'intro-call',
      description: null,
      durationMinutes: 30,
      locationType: 'phone',
      locationDetail: null,
      maxFutureDays: 60,
      minimumNoticeMinutes: 120,
      slotIntervalMinutes: null,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      limits: { perDay: null, perWeek: null, perMonth: null },
      requiresApproval: false,
      bookingPolicy: {
        requireOtpHuman: true,
        requireOtpAgent: true,
        requireBusinessEmail: false,
        blockRestrictedEmailDomains: false,
      },
      hidden: false,
      color: null,
      scheduleId: oldest?.id,
      form: null,
      host: { id: team.members.owner.userId, name: 'Hedy Host', username: 'hedy' },
      team: null,
      bookingUrl: `${stack.publicUrl}/${team.slug}/hedy/intro-call`,
      upcomingMeetingCount: 0,
      archivedAt: null,
      createdAt: expect.any(String),
    });
    expect(await get(event.id)).toEqual(event);
    const slots = (await slotsOf('intro-call')).json() as unknown as { slots: unknown[] };
    expect(slots.slots.length).toBeGreaterThan(50);
    expect(await logged()).toEqual([
      {
        action: 'event_type.created',
        data: { name: 'Intro call', slug: 'intro-call', hostId: team.members.owner.userId },
      },
    ]);
  });

  it('keeps every setting that is given', async () => {
    const settings = {
      slug: 'all-of-it',
      description: 'Two\nlines.',
      durationMinutes: 720,
      locationType: 'custom_link',
      locationDetail: 'https://meet.example/hedy',
      maxFutureDays: 730,
      minimumNoticeMinutes: 0,
      slotIntervalMinutes: 5,
      bufferBeforeMinutes: 10,
      bufferAfterMinutes: 720,
      limits: { perDay: 1, perWeek: 2, perMonth: 3 },
      requiresApproval: true,
      bookingPolicy: {
        requireOtpHuman: false,
        requireOtpAgent: false,
        requireBusinessEmail: true,
        blockRestrictedEmailDomains: true,
      },
      hidden: true,
      color: '#AABB09',
    };
    expect(await made(settings)).toMatchObject({ ...settings, color: '#aabb09' });
  });

  it('by a repeated call makes no second one: 409 names the first, by slug or by the slug made from the name', async () => {
    const first = await made();
    for (const more of [{}, { name: 'Another', slug: 'intro-call' }]) {
      const answer = await create(more);
      expect(answer.status).toBe(409);
      expect(answer.json().error).toMatchObject({
        code: 'resource.conflict',
        details: { reason: 'slug_taken', field: 'slug', existingId: first.id },
      });
    }
    const racers = await Promise.all(Array.from({ length: 8 }, () => create({ slug: 'raced' })));
    expect(racers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await logged()).toHaveLength(2);
  });

  it('for another host, whose slugs are their own', async () => {
    const manager = (await team.key('manager')).headers;
    const hostUserId = team.members.member.userId;
    await made();
    const event = await made({ hostUserId }, manager);
    expect(event).toMatchObject({ slug: 'intro-call', host: { id: hostUserId, username: 'member' }, scheduleId: null });
    expect((await publicGet('member/intro-call/slots')).json()).toMatchObject({
      slots: [],
      emptyReason: 'no_schedule',
    });
  });
});

describe('the form', () => {
  const fields = [
    { key: 'topic', type: 'short_text', label: 'What about?', required: true, config: { maxLength: 50 } },
    {
      key: 'size',
      type: 'single_select',
      label: 'How many?',
      config: {
        options: [
          { value: 'solo', label: 'Just me' },
          { value: 'team', label: 'A team' },
        ],
      },
    },
    {
      key: 'seats',
      type: 'number',
      label: 'Seats?',
      required: true,
      config: { min: 2, max: 9 },
      conditionalLogic: { all: [{ key: 'size', op: 'equals', value: 'team' }] },
    },
  ];

  it('is shown to guests, replaced whole, left alone, and removed', async () => {
    const event = await made({ form: { fields } });
    const form = event.form as { id: string };
    expect(form).toMatchObject({
      definition: { slug: 'intro-call', name: 'Before we meet', fields: [{ key: 'topic' }, { required: false }, {}] },
      requiredFieldKeys: ['topic'],
    });
    const shown = (await slotsOf('intro-call')).json() as unknown as { eventType: { form: unknown } };
    expect(shown.eventType.form).toEqual(form);
    await update(event.id, { name: 'Renamed' });
    expect(await get(event.id)).toMatchObject({ name: 'Renamed', form });
    const one = { name: 'Only this', fields: [{ key: 'why', type: 'long_text', label: 'Why?' }] };
    await update(event.id, { form: one });
    expect((await slotsOf('intro-call')).json()).toMatchObject({
      eventType: { form: { id: form.id, definition: { name: 'Only this', fields: [{ key: 'why' }] } } },
    });
    expect((await update(event.id, { form: null })).json()).toMatchObject({ eventType: { form: null } });
    expect((await slotsOf('intro-call')).json()).toMatchObject({ eventType: { form: null } });
    expect(await stack.sql`select 1 from forms where workspace_id = ${team.workspaceId}`).toEqual([]);
  });

  it('has a slug of its own, also where another has the event’s', async () => {
    const [first, second] = [
      await made({ form: { fields } }),
      await made({ hostUserId: team.members.member.userId, form: { fields } }),
    ];
    const slugs = [first, second].map(({ form }) => (form as { definition: { slug: string } }).definition.slug);
    expect(slugs).toEqual(['intro-call', expect.stringMatching(/^intro-call-[0-9a-f]{12}$/)]);
  });

  it('that is the same again is no change', async () => {
    const event = await made({ form: { fields } });
    await update(event.id, { form: { fields }, name: 'Intro call' });
    expect((await logged()).map(({ action }) => action)).toEqual(['event_type.created']);
  });

  const field = { key: 'a', type: 'short_text', label: 'A?' };
  const select = { key: 's', type: 'single_select', label: 'S?', config: { options: [{ value: 'x', label: 'X' }] } };
  const when = (condition: unknown, before: Body = select) => [
    before,
    { ...field, conditionalLogic: { any: [condition] } },
  ];

  it.each([
    ['no fields', [], 'form.fields'],
    ['51 fields', Array.from({ length: 51 }, (_, index) => ({ ...field, key: `a${index}` })), 'form.fields'],
    ['a key with capitals', [{ ...field, key: 'Topic' }], 'form.fields.0.key'],
    ['a long key', [{ ...field, key: 'a'.repeat(41) }], 'form.fields.0.key'],
    ['a key twice', [field, field], 'form.fields.1.key'],
    ['a key that is always asked', [{ ...field, key: 'email' }], 'form.fields.0.key'],
    ['an unknown type', [{ ...field, type: 'essay' }], 'form.fields.0.type'],
    ['the zone as a type', [{ ...field, type: 'timezone' }], 'form.fields.0.type'],
    ['a blank label', [{ ...field, label: ' ' }], 'form.fields.0.label'],
    ['a select without options', [{ ...select, config: {} }], 'form.fields.0.config.options'],
    ['empty options', [{ ...select, config: { options: [] } }], 'form.fields.0.config.options'],
    [
      'an option twice',
      [
        {
          ...select,
          config: {
            options: [
              { value: 'x', label: 'X' },
              { value: 'x', label: 'Y' },
            ],
          },
        },
      ],
      'form.fields.0.config.options.1.value',
    ],
    ['options of a text', [{ ...field, config: select.config }], 'form.fields.0.config.options'],
    ['min of a text', [{ ...field, config: { min: 1 } }], 'form.fields.0.config.min'],
    ['min above max', [{ ...field, type: 'number', config: { min: 2, max: 1 } }], 'form.fields.0.config.min'],
    [
      'more choices than options',
      [{ ...select, type: 'multi_select', config: { ...select.config, min: 2 } }],
      'form.fields.0.config.min',
    ],
    [
      'maxLength of a number',
      [{ ...field, type: 'number', config: { maxLength: 5 } }],
      'form.fields.0.config.maxLength',
    ],
    ['maxLength over 5000', [{ ...field, config: { maxLength: 5001 } }], 'form.fields.0.config.maxLength'],
    ['a condition on nothing', [{ ...field, conditionalLogic: {} }], 'form.fields.0.conditionalLogic'],
    [
      'a condition on itself',
      [{ ...field, conditionalLogic: { all: [{ key: 'a', op: 'equals', value: 'x' }] } }],
      'form.fields.0.conditionalLogic.all.0.key',
    ],
    [
      'a condition on a later field',
      [{ ...field, conditionalLogic: { all: [{ key: 's', op: 'equals', value: 'x' }] } }, select],
      'form.fields.0.conditionalLogic.all.0.key',
    ],
    ['an unknown comparison', when({ key: 's', op: 'like', value: 'x' }), 'form.fields.1.conditionalLogic.any.0.op'],
    [
      'a value that is no option',
      when({ key: 's', op: 'equals', value: 'y' }),
      'form.fields.1.conditionalLogic.any.0.value',
    ],
    ['in without a list', when({ key: 's', op: 'in', value: 'x' }), 'form.fields.1.conditionalLogic.any.0.value'],
    [
      'equals with a list',
      when({ key: 's', op: 'equals', value: ['x'] }),
      'form.fields.1.conditionalLogic.any.0.value',
    ],
    [
      'text for a boolean',
      when({ key: 'b', op: 'equals', value: 'true' }, { key: 'b', type: 'boolean', label: 'B?' }),
      'form.fields.1.conditionalLogic.any.0.value',
    ],
    ['an object as value', when({ key: 's', op: 'equals', value: {} }), 'form.fields.1.conditionalLogic.any.0.value'],
  ])('with %s is refused by create and update, and nothing changes', async (_case, given, path) => {
    const event = await made({ slug: 'stays', form: { fields } });
    const before = await state();
    for (const answer of [
      await create({ form: { fields: given } }),
      await update(event.id, { form: { fields: given } }),
    ]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.json().error.details?.issues).toEqual([{ path, message: expect.any(String) }]);
    }
    expect(await state()).toEqual(before);
  });
});

describe('bad settings', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ slug: 'Intro' }, 'slug'],
    [{ slug: 'a--b' }, 'slug'],
    [{ slug: 'x'.repeat(61) }, 'slug'],
    [{ description: 'x'.repeat(2001) }, 'description'],
    [{ durationMinutes: 4 }, 'durationMinutes'],
    [{ durationMinutes: 721 }, 'durationMinutes'],
    [{ durationMinutes: 30.5 }, 'durationMinutes'],
    [{ durationMinutes: '30' }, 'durationMinutes'],
    [{ locationType: 'moon' }, 'locationType'],
    [{ locationType: 'custom_link' }, 'locationDetail'],
    [{ locationType: 'custom_link', locationDetail: 'http://meet.example' }, 'locationDetail'],
    [{ locationType: 'custom_link', locationDetail: 'javascript:alert(1)' }, 'locationDetail'],
    [{ locationType: 'google_meet', locationDetail: 'my room' }, 'locationDetail'],
    [{ locationType: 'in_person' }, 'locationDetail'],
    [{ locationDetail: 'two\nlines' }, 'locationDetail'],
    [{ maxFutureDays: 0 }, 'maxFutureDays'],
    [{ maxFutureDays: 731 }, 'maxFutureDays'],
    [{ minimumNoticeMinutes: -1 }, 'minimumNoticeMinutes'],
    [{ minimumNoticeMinutes: 525_601 }, 'minimumNoticeMinutes'],
    [{ slotIntervalMinutes: 4 }, 'slotIntervalMinutes'],
    [{ slotIntervalMinutes: 721 }, 'slotIntervalMinutes'],
    [{ bufferBeforeMinutes: -1 }, 'bufferBeforeMinutes'],
    [{ bufferAfterMinutes: 721 }, 'bufferAfterMinutes'],
    [{ limits: { perDay: 0 } }, 'limits.perDay'],
    [{ limits: { perWeek: 1001 } }, 'limits.perWeek'],
    [{ limits: 3 }, 'limits'],
    [{ requiresApproval: 'yes' }, 'requiresApproval'],
    [{ bookingPolicy: { requireOtpAgent: 'no' } }, 'bookingPolicy.requireOtpAgent'],
    [{ hidden: 1 }, 'hidden'],
    [{ color: 'red' }, 'color'],
    [{ scheduleId: 'mine' }, 'scheduleId'],
    [{ form: 'none' }, 'form'],
  ])('%j are refused by create and update, and nothing changes', async (settings, path) => {
    const event = await made({ slug: 'stays' });
    const before = await state();
    for (const answer of [await create({ ...settings }), await update(event.id, settings)]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.json().error.details?.issues).toEqual([{ path, message: expect.any(String) }]);
    }
    expect(await state()).toEqual(before);
  });

  it.each(['team', 'api', 'b', 'manage', 'me'])(
    'the slug %s is ours, also when it is made from the name',
    async (slug) => {
      const event = await made();
      const before = await state();
      for (const answer of [
        await create({ slug }),
        await create({ name: slug.toUpperCase() }),
        await update(event.id, { slug }),
      ]) {
        expect(answer.status).toBe(422);
        expect(answer.json().error.details).toMatchObject({ reason: 'slug_reserved', field: 'slug' });
      }
      expect(await state()).toEqual(before);
    },
  );

  it('hosts and schedules of others are not there', async () => {
    const other = await makeTeam(stack.sql);
    const event = await made();
    const [ours] = await stack.sql<{ id: string }[]>`
      insert into schedules (id, workspace_id, user_id, name, timezone)
      values (${uuidv7()}, ${team.workspaceId}, ${team.members.member.userId}, 'Theirs', 'UTC') returning id`;
    const [foreign] = await stack.sql<
      { id: string }[]
    >`select id from schedules where workspace_id = ${other.workspaceId}`;
    const before = await state();
    for (const hostUserId of [uuidv7(), other.members.owner.userId]) {
      const answer = await create({ slug: 'new', hostUserId });
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'host_not_found']);
    }
    for (const scheduleId of [uuidv7(), ours?.id, foreign?.id]) {
      for (const answer of [await create({ slug: 'new', scheduleId }), await update(event.id, { scheduleId })])
        expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'schedule_not_found']);
    }
    expect(await state()).toEqual(before);
  });
});

describe('update', () => {
  it('changes what is named, leaves the rest, shows in the next slots call, and logs before and after', async () => {
    const event = await made({ limits: { perDay: 4, perWeek: 9 }, bookingPolicy: { requireBusinessEmail: true } });
    await slotsOf('intro-call');
    const change = {
      durationMinutes: 60,
      limits: { perDay: 2, perWeek: null },
      bookingPolicy: { requireOtpAgent: false },
    };
    const changed = (await update(event.id, change)).json().eventType;
    expect(changed).toEqual({
      ...event,
      durationMinutes: 60,
      limits: { perDay: 2, perWeek: null, perMonth: null },
      bookingPolicy: { ...(event.bookingPolicy as Body), requireOtpAgent: false },
    });
    const slots = (await slotsOf('intro-call')).json() as unknown as { slots: { startUtc: string; endUtc: string }[] };
    expect(slots).toMatchObject({ eventType: { durationMinutes: 60 }, bookingPolicy: { requireOtpAgent: false } });
    const [slot] = slots.slots;
    expect(Date.parse(slot?.endUtc ?? '') - Date.parse(slot?.startUtc ?? '')).toBe(3_600_000);
    const [, entry] = await logged();
    expect(entry).toEqual({
      action: 'event_type.updated',
      data: {
        before: {
          durationMinutes: 30,
          limits: { perDay: 4, perWeek: 9, perMonth: null },
          bookingPolicy: event.bookingPolicy,
        },
        after: {
          durationMinutes: 60,
          limits: { perDay: 2, perWeek: null, perMonth: null },
          bookingPolicy: { ...(event.bookingPolicy as Body), requireOtpAgent: false },
        },
      },
    });
  });

  it('that names nothing, or nothing known, is refused', async () => {
    const event = await made();
    for (const change of [{}, { duration: 45 }]) expect((await update(event.id, change)).status).toBe(400);
  });

  it('another kind of place drops the detail of the one before; a place that stands is not judged', async () => {
    const event = await made({ locationType: 'in_person', locationDetail: 'Room 3' });
    expect((await update(event.id, { locationType: 'custom_link' })).status).toBe(400);
    expect((await update(event.id, { locationDetail: null })).status).toBe(400);
    const moved = await update(event.id, { locationType: 'phone' });
    expect(moved.json()).toMatchObject({ eventType: { locationType: 'phone', locationDetail: null } });
    await changeEvent(stack.sql, { ...team.host, eventTypeId: event.id }, { location_type: 'custom_link' });
    expect((await update(event.id, { name: 'Renamed' })).status).toBe(200);
  });

  it('moves it to another slug: the old link ends, a taken one is refused', async () => {
    const [event, other] = [await made(), await made({ slug: 'other' })];
    const before = await state();
    const refused = await update(event.id, { slug: 'other', name: 'Never' });
    expect([refused.status, refused.json().error.details]).toEqual([
      409,
      { reason: 'slug_taken', field: 'slug', existingId: other.id },
    ]);
    expect(await state()).toEqual(before);
    expect((await update(event.id, { slug: 'moved' })).status).toBe(200);
    expect([(await slotsOf('intro-call')).status, (await slotsOf('moved')).status]).toEqual([404, 200]);
  });
});

describe('archive', () => {
  it('ends the link, frees the slug, answers the same twice, and is logged once', async () => {
    const event = await made();
    const answers = [await archive(event.id), await archive(event.id)];
    for (const answer of answers) {
      expect(answer.json()).toEqual({
        id: event.id,
        status: 'archived',
        archivedAt: expect.any(String),
        upcomingMeetingCount: 0,
      });
    }
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect((await slotsOf('intro-call')).status).toBe(404);
    expect(await get(event.id)).toMatchObject({ bookingUrl: null, archivedAt: expect.any(String) });
    const late = await update(event.id, { name: 'Late' });
    expect([late.status, late.json().error.details?.reason]).toEqual([409, 'event_type_archived']);
    expect((await logged()).map(({ action }) => action)).toEqual(['event_type.created', 'event_type.archived']);
    await made();
  });
});

describe('who', () => {
  it('members work with their own; above them, everybody’s; another workspace’s are not there', async () => {
    const member = (await team.key('member')).headers;
    const manager = (await team.key('manager')).headers;
    const owners = await made();
    const own = await made({}, member);
    expect(own.host.id).toBe(team.members.member.userId);
    const before = await state();
    const refused = [
      await create({ hostUserId: team.members.owner.userId, slug: 'new' }, member),
      await call(eventTypes.getEventType, { eventTypeId: owners.id }, member),
      await update(owners.id, { name: 'Mine' }, member),
      await archive(owners.id, member),
      await call(eventTypes.listHostEventTypes, { hostUserId: team.members.owner.userId }, member),
    ];
    for (const answer of refused)
      expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'not_yours']);
    const stranger = (await (await makeTeam(stack.sql)).key('owner')).headers;
    for (const answer of [await update(own.id, { name: 'Mine' }, stranger), await archive(own.id, stranger)])
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'event_type_not_found']);
    expect(await state()).toEqual(before);
    expect((await update(own.id, { name: 'Better' }, manager)).status).toBe(200);
  });

  it('lists newest first in pages, by host and by whether it is archived', async () => {
    const member = (await team.key('member')).headers;
    const events = [await made({ slug: 'a1' }), await made({ slug: 'b1' }), await made({ slug: 'c1' }, member)];
    await archive(events[1]?.id ?? '');
    const list = async (input: Body, by = headers) =>
      (await call(eventTypes.listHostEventTypes, input, by)).json() as unknown as {
        eventTypes: { slug: string }[];
        nextCursor: string | null;
      };
    const slugs = async (input: Body, by = headers) => (await list(input, by)).eventTypes.map(({ slug }) => slug);
    expect(await slugs({})).toEqual(['c1', 'a1', 'call']);
    expect(await slugs({ status: 'archived' })).toEqual(['b1']);
    expect(await slugs({ hostUserId: team.members.member.userId, status: 'all' })).toEqual(['c1']);
    expect(await slugs({ status: 'all' }, member)).toEqual(['c1']);
    const first = await list({ status: 'all', limit: 3 });
    expect(first.eventTypes.map(({ slug }) => slug)).toEqual(['c1', 'b1', 'a1']);
    const rest = await list({ status: 'all', limit: 3, cursor: first.nextCursor });
    expect([rest.eventTypes.map(({ slug }) => slug), rest.nextCursor]).toEqual([['call'], null]);
    const stale = await call(eventTypes.listHostEventTypes, { cursor: first.nextCursor });
    expect(stale.json().error.details?.issues).toEqual([{ path: 'cursor', message: expect.any(String) }]);
  });
});
