import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { BookingStatus } from '../../../../schemas/shapes/public-calendar.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const HOUR_MS = 3_600_000;

let stack: Stack;
let team: TestTeam;

beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

/** A booking's row, named by its guest. */
async function book(
  guest: string,
  {
    status = 'confirmed',
    inHours = 1,
    hostId = team.host.userId,
  }: { status?: BookingStatus; inHours?: number; hostId?: string },
): Promise<void> {
  const startMs = Date.now() + inHours * HOUR_MS;
  await stack.sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name,
      guest_timezone, location_type, source, decide_by, revision)
    values (${uuidv7()}, ${team.workspaceId}, ${team.host.eventTypeId}, ${hostId}, ${status}, ${new Date(startMs)},
      ${new Date(startMs + HOUR_MS / 2)}, ${`${guest}@guest.test`}, ${guest}, 'Europe/Berlin', 'phone', 'public_api',
      ${status === 'pending_confirmation' ? new Date(startMs) : null}, 1)`;
}

interface Page {
  readonly meetings: readonly { readonly invitee: { readonly name: string } }[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

const list = async (input: Readonly<Record<string, unknown>> = {}, role: 'owner' | 'manager' | 'member' = 'owner') =>
  callHost(stack.appUrl, meetings.listMeetings, input, (await team.key(role, { scopes: ['workspace.read'] })).headers);
const guests = async (...args: Parameters<typeof list>): Promise<string[]> => {
  const page = (await list(...args)).json() as unknown as Page;
  return page.meetings.map(({ invitee }) => invitee.name);
};

describe('filters', () => {
  beforeEach(async () => {
    await book('soon', { inHours: 2 });
    await book('later', { inHours: 30, status: 'rescheduled' });
    await book('running', { inHours: -0.25 });
    await book('ended', { inHours: -3 });
    await book('done', { inHours: -9, status: 'completed' });
    await book('missed', { inHours: -6, status: 'no_show' });
    await book('off', { inHours: 5, status: 'canceled' });
    await book('asked', { inHours: 8, status: 'pending_confirmation' });
    await book('late ask', { inHours: 40, status: 'pending_confirmation' });
  });

  it.each([
    ['upcoming', ['running', 'soon', 'asked', 'later', 'late ask']],
    ['past', ['ended', 'missed', 'done']],
    ['canceled', ['off']],
    ['pending', ['asked', 'late ask']],
    ['all', ['late ask', 'later', 'asked', 'off', 'soon', 'running', 'ended', 'missed', 'done']],
  ])('%s', async (filter, expected) => {
    expect(await guests({ filter })).toEqual(expected);
  });

  it('is upcoming by default, requests that wait included', async () => {
    expect(await guests()).toEqual(['running', 'soon', 'asked', 'later', 'late ask']);
  });

  it.each(['upcoming', 'past', 'pending', 'all'])('pages of %s hold each meeting once', async (filter) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = await list({ filter, limit: 2, ...(cursor ? { cursor } : {}) });
      const page = answer.json() as unknown as Page;
      seen.push(...page.meetings.map(({ invitee }) => invitee.name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(await guests({ filter }));
  });

  it.each(['upcoming', 'past', 'all'])('%s is read back page by page', async (filter) => {
    const everybody = await guests({ filter });
    const pageOf = async (cursor: string | null) =>
      (await list({ filter, limit: 2, ...(cursor ? { cursor } : {}) })).json() as unknown as Page;
    const pages = [await pageOf(null)];
    expect(pages[0]?.previousCursor).toBeNull();
    for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await pageOf(next));
    expect(pages.length).toBeGreaterThan(1);
    for (let nth = pages.length - 1; nth > 0; nth -= 1) {
      const back = await pageOf(pages[nth]?.previousCursor ?? null);
      expect(back).toEqual({ ...pages[nth - 1], nextCursor: expect.any(String) });
    }
    expect(pages.flatMap((page) => page.meetings.map(({ invitee }) => invitee.name))).toEqual(everybody);
  });

  it('fills the first page where less than a page is left before', async () => {
    const { nextCursor } = (await list({ limit: 2 })).json() as unknown as Page;
    const second = (await list({ limit: 2, cursor: nextCursor })).json() as unknown as Page;
    await stack.sql`update bookings set status = 'canceled' where guest_name = 'running' and workspace_id = ${team.workspaceId}`;
    const back = (await list({ limit: 2, cursor: second.previousCursor })).json() as unknown as Page;
    expect(back.meetings.map(({ invitee }) => invitee.name)).toEqual(['soon', 'asked']);
    expect(back.previousCursor).toBeNull();
  });

  it.each([
    ['SO', ['soon']],
    ['on@guest', ['soon']],
    ['er@', ['later']],
    ['guest.test', ['running', 'soon', 'asked', 'later', 'late ask']],
    ['%', null],
    ['s_on', []],
  ])('by a part of the guest’s name or address: %s', async (guest, expected) => {
    const answer = await list({ guest });
    // One letter would find half of all guests.
    if (expected === null) expect(answer.json()).toMatchObject({ error: { details: { issues: [{ path: 'guest' }] } } });
    else expect(await guests({ guest })).toEqual(expected);
  });

  it('a search combines with the other filters, and shows members their own alone', async () => {
    expect(await guests({ guest: 'guest.test', filter: 'canceled' })).toEqual(['off']);
    await book('soonest', { hostId: team.members.member.userId });
    expect(await guests({ guest: 'soon' }, 'member')).toEqual(['soonest']);
    expect(await guests({ guest: 'soon', hostUserId: team.host.userId })).toEqual(['soon']);
  });

  it('a search looks into 5,000 meetings a page, and goes on in both directions', async () => {
    await stack.sql`
      insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name, guest_timezone,
        location_type, source, revision)
      select gen_random_uuid(), ${team.workspaceId}, ${team.host.eventTypeId}, ${team.host.userId}, 'completed', at, at + interval '30 minutes',
        'hay' || n || '@guest.test', 'Hay', 'UTC', 'phone', 'public_api', 1
      from generate_series(1, 5003) n, lateral (select now() - interval '1 day' - n * interval '1 hour' as at) a`;
    await book('needle', { inHours: -24 * 365, status: 'completed' });
    await book('needle too', { inHours: -4, status: 'completed' });
    const search = async (cursor: string | null) =>
      (await list({ filter: 'past', guest: 'needle', ...(cursor && { cursor }) })).json() as unknown as Page;
    const named = ({ meetings: found }: Page) => found.map(({ invitee }) => invitee.name);
    const first = await search(null);
    expect([named(first), first.previousCursor]).toEqual([['needle too'], null]);
    const second = await search(first.nextCursor);
    expect([named(second), second.nextCursor]).toEqual([['needle'], null]);
    const back = await search(second.previousCursor);
    expect(named(back)).toEqual([]);
    expect(named(await search(back.previousCursor))).toEqual(['needle too']);
  });

  it('names a request that was declined or expired, and a sample', async () => {
    await stack.sql`
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at)
      select id, 1, 'declined', 'host', start_at, end_at, now() from bookings where guest_name = 'off' and workspace_id = ${team.workspaceId}`;
    await stack.sql`update bookings set is_sample = true where guest_name = 'soon' and workspace_id = ${team.workspaceId}`;
    const all = (await list({ filter: 'all' })).json().meetings as { invitee: { name: string } }[];
    expect(all.filter((one) => 'endedAs' in one)).toMatchObject([{ invitee: { name: 'off' }, endedAs: 'declined' }]);
    expect(all.filter((one) => 'sample' in one)).toMatchObject([{ invitee: { name: 'soon' }, sample: true }]);
  });

  it('refuses a cursor of another filter, and an unknown one', async () => {
    const { nextCursor } = (await list({ filter: 'all', limit: 1 })).json();
    for (const [input, path] of [
      [{ filter: 'past', cursor: nextCursor }, 'cursor'],
      [{ filter: 'lost' }, 'filter'],
      [{ limit: 101 }, 'limit'],
    ] as const) {
      const answer = await list(input);
      expect([answer.status, answer.json().error.details?.issues]).toEqual([400, [expect.objectContaining({ path })]]);
    }
  });
});

it('a member sees their own, a manager and above everyone’s; nobody another workspace’s', async () => {
  await book('with-owner', { inHours: 1 });
  await book('with-member', { inHours: 2, hostId: team.members.member.userId });
  expect(await guests({}, 'member')).toEqual(['with-member']);
  expect(await guests({}, 'manager')).toEqual(['with-owner', 'with-member']);
  team = await makeTeam(stack.sql);
  expect(await guests()).toEqual([]);
});

it('says of each whether it takes place, for who does not know the words; get_meeting says the same', async () => {
  for (const [hour, status] of BookingStatus.options.entries()) await book(status, { status, inHours: hour + 1 });
  const { headers } = await team.key('owner');
  const page = (await list({ filter: 'all' })).json() as unknown as {
    meetings: readonly { readonly id: string; readonly status: string; readonly takesPlace: boolean }[];
  };
  const byStatus = Object.fromEntries(page.meetings.map(({ status, takesPlace }) => [status, takesPlace]));
  expect(byStatus).toEqual({
    ...{ pending_confirmation: false, confirmed: true, rescheduled: true },
    ...{ canceled: false, no_show: false, completed: false },
  });
  for (const { id, status, takesPlace } of page.meetings)
    expect((await callHost(stack.appUrl, meetings.getMeeting, { bookingId: id }, headers)).json()).toMatchObject({
      ...{ status, takesPlace },
    });
});

it('says who meets whom, when and where', async () => {
  await book('ann', { inHours: 1 });
  const { meetings: found } = (await list()).json() as unknown as Page;
  expect(found).toEqual([
    {
      id: expect.any(String),
      startAt: expect.stringMatching(/Z$/),
      endAt: expect.stringMatching(/Z$/),
      local: expect.objectContaining({ timezone: 'UTC', display: expect.stringMatching(/ \(UTC\)$/) }),
      status: 'confirmed',
      takesPlace: true,
      locationType: 'phone',
      joinUrl: null,
      eventType: { id: team.host.eventTypeId, name: 'Call', slug: 'call' },
      host: { id: team.host.userId, name: 'Hedy Host', username: 'hedy' },
      invitee: { name: 'ann', email: 'ann@guest.test', timezone: 'Europe/Berlin' },
      theirTime: expect.stringMatching(/\(Europe\/Berlin\)/),
      source: 'public_api',
      bookedBy: { kind: 'agent', name: null },
      decideBy: null,
      prepPack: null,
    },
  ]);
});

it('says by whose inbox an agent booked, when a request expires, and that a pack is there', async () => {
  await book('ann', { inHours: 3, status: 'pending_confirmation' });
  await stack.sql`update bookings set agent_email = 'bot@agents.test' where workspace_id = ${team.workspaceId}`;
  await stack.sql`
    insert into prep_packs (booking_id, workspace_id, revision, status)
    select id, workspace_id, 1, 'degraded' from bookings where workspace_id = ${team.workspaceId}`;
  expect((await list()).json()).toMatchObject({
    untrusted: expect.arrayContaining(['meetings.*.bookedBy.name']),
    meetings: [
      {
        bookedBy: { kind: 'agent', name: 'bot@agents.test' },
        decideBy: expect.stringMatching(/Z$/),
        prepPack: 'degraded',
      },
    ],
  });
});

describe('narrowed', () => {
  const ids = async (input: Readonly<Record<string, unknown>>, role: 'owner' | 'member' = 'owner') => {
    const answer = await list({ filter: 'all', ...input }, role);
    return (
      (answer.json() as unknown as Page).meetings?.map(({ invitee }) => invitee.name) ?? answer.json().error.details
    );
  };

  it('to a host, whose meetings are also those in which they are one of several', async () => {
    const memberId = team.members.member.userId;
    await book('with-owner', { inHours: 1 });
    await book('with-member', { inHours: 2, hostId: memberId });
    await stack.sql`
      insert into booking_hosts (booking_id, user_id, position)
      select id, ${memberId}, 0 from bookings where workspace_id = ${team.workspaceId} and guest_name = 'with-owner'`;
    expect(await ids({ hostUserId: team.host.userId })).toEqual(['with-owner']);
    expect(await ids({ hostUserId: memberId })).toEqual(['with-member', 'with-owner']);
    expect(await ids({}, 'member')).toEqual(['with-member', 'with-owner']);
    expect(await ids({ hostUserId: team.host.userId }, 'member')).toMatchObject({ reason: 'not_yours' });
  });

  it('to an event type, a guest, a stretch of time', async () => {
    await book('ann', { inHours: 1 });
    await book('bob', { inHours: 5 });
    expect(await ids({ eventTypeId: uuidv7() })).toMatchObject({
      reason: 'event_type_not_found',
      field: 'eventTypeId',
    });
    expect(await ids({ eventTypeId: team.host.eventTypeId })).toEqual(['bob', 'ann']);
    expect(await ids({ inviteeEmail: 'ANN@guest.test' })).toEqual(['ann']);
    const at = (inHours: number) => new Date(Date.now() + inHours * HOUR_MS).toISOString();
    expect(await ids({ from: at(2) })).toEqual(['bob']);
    expect(await ids({ to: at(2) })).toEqual(['ann']);
    expect(await ids({ from: at(2).slice(0, 16), to: at(3).slice(0, 16), timeZone: 'UTC' })).toEqual([]);
    expect(await ids({ from: at(3), to: at(2) })).toMatchObject({ issues: [{ path: 'to' }] });
    expect(await ids({ from: at(2).slice(0, 16) })).toMatchObject({ issues: [{ path: 'timeZone' }] });
  });
});
