import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { type Body, setUpEventTypeCalls } from '../../../support/drivers/event-type-calls.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { makeTeam } from '../../../support/factories/keys.ts';

const its = setUpEventTypeCalls();
const { call, create, update, archive, restore, get, made, publicGet, slotsOf, logged, state } = its;

describe('create', () => {
  it('fills in the defaults, takes the oldest schedule, and can be booked at once', async () => {
    const [oldest] = await its.stack.sql<
      { id: string }[]
    >`select id from schedules where workspace_id = ${its.team.workspaceId}`;
    await its.stack.sql`
      insert into schedules (id, workspace_id, user_id, name, timezone)
      values (${uuidv7()}, ${its.team.workspaceId}, ${its.team.members.owner.userId}, 'Later', 'UTC')`;
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
      buffersAroundCalendarEvents: true,
      limits: { perDay: null, perWeek: null, perMonth: null },
      requiresApproval: false,
      reapproveOnReschedule: true,
      prep: true,
      prepTemplate: 'general',
      prepMailMinutes: 60,
      reminders: [{ id: 'standard', when: '24h before', to: 'both', subject: null, text: null }],
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
      host: { id: its.team.members.owner.userId, name: 'Hedy Host', username: 'hedy' },
      team: null,
      bookingUrl: `${its.stack.publicUrl}/${its.team.slug}/hedy/intro-call`,
      upcomingMeetingCount: 0,
      archivedAt: null,
      createdAt: expect.any(String),
      version: 0,
    });
    expect(await get(event.id)).toEqual(event);
    const slots = (await slotsOf('intro-call')).json() as unknown as { slots: unknown[] };
    expect(slots.slots.length).toBeGreaterThan(50);
    expect(await logged()).toEqual([
      {
        action: 'event_type.created',
        data: { name: 'Intro call', slug: 'intro-call', hostId: its.team.members.owner.userId },
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
      buffersAroundCalendarEvents: false,
      limits: { perDay: 1, perWeek: 2, perMonth: 3 },
      requiresApproval: true,
      reapproveOnReschedule: false,
      bookingPolicy: {
        requireOtpHuman: false,
        requireOtpAgent: false,
        requireBusinessEmail: true,
        blockRestrictedEmailDomains: true,
      },
      hidden: true,
      color: '#AABB09',
      prep: false,
      prepTemplate: 'hiring',
    };
    const { prepMailMinutes, ...event } = await made(settings);
    expect(event).toMatchObject({ ...settings, color: '#aabb09' });
    // A hidden event mails nothing unless asked.
    expect(prepMailMinutes).toBeNull();
    expect(await made({ slug: 'asked', hidden: true, prepMailMinutes: 5 })).toMatchObject({ prepMailMinutes: 5 });
    expect(await made({ slug: 'none', prepMailMinutes: null })).toMatchObject({ prepMailMinutes: null });
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
    const manager = (await its.team.key('manager')).headers;
    const hostUserId = its.team.members.member.userId;
    await made();
    const event = await made({ hostUserId }, manager);
    expect(event).toMatchObject({ slug: 'intro-call', host: { id: hostUserId, username: 'member' }, scheduleId: null });
    expect((await publicGet('member/intro-call/slots')).json()).toMatchObject({
      slots: [],
      emptyReason: 'no_schedule',
    });
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
      version: 1,
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
    await changeEvent(its.stack.sql, { ...its.team.host, eventTypeId: event.id }, { location_type: 'custom_link' });
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

  it('restore opens the same link, settings and short links; a repeat changes nothing', async () => {
    const event = await made({ bufferAfterMinutes: 15 });
    await archive(event.id);
    for (const answer of [await restore(event.id), await restore(event.id)]) {
      expect(answer.status, answer.text).toBe(200);
      const { eventType } = answer.json();
      expect(eventType).toMatchObject({ id: event.id, bookingUrl: event.bookingUrl, archivedAt: null });
      expect(eventType).toMatchObject({ bufferAfterMinutes: 15, scheduleId: event.scheduleId });
    }
    expect((await slotsOf('intro-call')).status).toBe(200);
    const actions = (await logged()).map(({ action }) => action);
    expect(actions).toEqual(['event_type.created', 'event_type.archived', 'event_type.restored']);
  });

  it('restore names the event type that has the link now, and refuses for a host who has left', async () => {
    const event = await made();
    await archive(event.id);
    const other = await made();
    const taken = await restore(event.id);
    expect([taken.status, taken.json().error.details]).toMatchObject([
      409,
      { reason: 'slug_taken', existingId: other.id },
    ]);
    await archive(other.id);
    await its.stack.sql`
      delete from memberships where workspace_id = ${its.team.workspaceId} and user_id = ${its.team.members.member.userId}`;
    await its.stack.sql`update event_types set host_id = ${its.team.members.member.userId} where id = ${event.id}`;
    const left = await restore(event.id);
    expect([left.status, left.json().error.details?.reason]).toEqual([404, 'host_not_found']);
    expect(await get(event.id)).toMatchObject({ archivedAt: expect.any(String) });
  });
});

describe('who', () => {
  it('members work with their own; above them, everybody’s; another workspace’s are not there', async () => {
    const member = (await its.team.key('member')).headers;
    const manager = (await its.team.key('manager')).headers;
    const owners = await made();
    const own = await made({}, member);
    expect(own.host.id).toBe(its.team.members.member.userId);
    const before = await state();
    const refused = [
      await create({ hostUserId: its.team.members.owner.userId, slug: 'new' }, member),
      await call(eventTypes.getEventType, { eventTypeId: owners.id }, member),
      await update(owners.id, { name: 'Mine' }, member),
      await archive(owners.id, member),
      await call(eventTypes.listHostEventTypes, { hostUserId: its.team.members.owner.userId }, member),
    ];
    for (const answer of refused)
      expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'not_yours']);
    const stranger = (await (await makeTeam(its.stack.sql)).key('owner')).headers;
    for (const answer of [await update(own.id, { name: 'Mine' }, stranger), await archive(own.id, stranger)])
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'event_type_not_found']);
    expect(await state()).toEqual(before);
    expect((await update(own.id, { name: 'Better' }, manager)).status).toBe(200);
  });

  it('lists newest first in pages, by host and by whether it is archived', async () => {
    const member = (await its.team.key('member')).headers;
    const events = [await made({ slug: 'a1' }), await made({ slug: 'b1' }), await made({ slug: 'c1' }, member)];
    await archive(events[1]?.id ?? '');
    const list = async (input: Body, by?: typeof member) =>
      (await call(eventTypes.listHostEventTypes, input, by)).json() as unknown as {
        eventTypes: { slug: string }[];
        nextCursor: string | null;
      };
    const slugs = async (input: Body, by?: typeof member) => (await list(input, by)).eventTypes.map(({ slug }) => slug);
    expect(await slugs({})).toEqual(['c1', 'a1', 'call']);
    expect(await slugs({ status: 'archived' })).toEqual(['b1']);
    expect(await slugs({ hostUserId: its.team.members.member.userId, status: 'all' })).toEqual(['c1']);
    expect(await slugs({ status: 'all' }, member)).toEqual(['c1']);
    const first = await list({ status: 'all', limit: 3 });
    expect(first.eventTypes.map(({ slug }) => slug)).toEqual(['c1', 'b1', 'a1']);
    const rest = await list({ status: 'all', limit: 3, cursor: first.nextCursor });
    expect([rest.eventTypes.map(({ slug }) => slug), rest.nextCursor]).toEqual([['call'], null]);
    const stale = await call(eventTypes.listHostEventTypes, { cursor: first.nextCursor });
    expect(stale.json().error.details?.issues).toEqual([{ path: 'cursor', message: expect.any(String) }]);
  });
});
