import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type Body, setUpEventTypeCalls } from '../../../support/drivers/event-type-calls.ts';
import { makeTeam } from '../../../support/factories/keys.ts';

const its = setUpEventTypeCalls();
const { create, update, get, made, slotsOf, logged, state } = its;

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
    // With a number: an event by phone without one asks for the guest's.
    const event = await made({ locationDetail: '+49 30 901820', form: { fields } });
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
    expect(await its.stack.sql`select 1 from forms where workspace_id = ${its.team.workspaceId}`).toEqual([]);
  });

  it('has a slug of its own, also where another has the event’s', async () => {
    const [first, second] = [
      await made({ form: { fields } }),
      await made({ hostUserId: its.team.members.member.userId, form: { fields } }),
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
    [{ durationMinutes: '30 min' }, 'durationMinutes'],
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
    const other = await makeTeam(its.stack.sql);
    const event = await made();
    const [ours] = await its.stack.sql<{ id: string }[]>`
      insert into schedules (id, workspace_id, user_id, name, timezone)
      values (${uuidv7()}, ${its.team.workspaceId}, ${its.team.members.member.userId}, 'Theirs', 'UTC') returning id`;
    const [foreign] = await its.stack.sql<
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
