import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { teams } from '../../../../schemas/operations/teams.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http, postJson } from '../../../support/drivers/http.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { codeFor } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let place: TestTeam;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  place = await makeTeam(stack.sql);
});

type Input = Readonly<Record<string, unknown>>;
interface Member {
  readonly userId: string;
  readonly weight: number;
  readonly fixed: boolean;
}
interface Body {
  readonly team: { readonly id: string; readonly slug: string; readonly members: readonly Member[] } & Input;
  readonly teams: readonly { readonly id: string }[];
  readonly members: readonly Input[];
  readonly eventType: { readonly id: string; readonly bookingUrl: string } & Input;
  readonly nextCursor: string | null;
}

const as = async (role: keyof TestTeam['members'], operation: Operation, input: Input, at = place) => {
  const { headers } = await at.key(role);
  const answer = await callHost(stack.appUrl, operation, input, headers);
  const body = answer.json() as unknown as Body & { readonly error?: { code: string; details?: Input } };
  return { status: answer.status, body, error: body.error, details: body.error?.details ?? {} };
};

const made = async (more: Input = {}) => {
  const { status, body } = await as('manager', teams.createTeam, { name: 'Sales', timezone: 'Europe/Berlin', ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.team;
};
const add = (id: string, userId: string, more: Input = {}) =>
  as('manager', teams.addTeamMember, { id, userId, ...more });
const eventOf = async (teamId: string, more: Input = {}) => {
  const input = {
    name: 'Call',
    durationMinutes: 30,
    locationType: 'phone',
    locationDetail: 'Call me',
    teamId,
    assignment: 'round_robin',
    ...more,
  };
  const { status, body } = await as('manager', eventTypes.createEventType, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.eventType;
};
const loggedActions = async () =>
  (
    await stack.sql<{ action: string }[]>`
      select action from activity_log where workspace_id = ${place.workspaceId} and action like 'team.%' order by id`
  ).map(({ action }) => action);

it('is made with its members, all of them or not at all', async () => {
  const { owner, member } = place.members;
  const stranger = uuidv7();
  const input = { name: 'Whole', timezone: 'UTC', members: [member.userId, stranger] };
  const refused = await as('owner', teams.createTeam, input);
  expect([refused.status, refused.details]).toEqual([404, { reason: 'member_not_found', field: 'members' }]);
  expect(JSON.stringify(refused.error)).toContain(stranger);
  expect(await loggedActions()).toEqual([]);
  const { members } = await made({ members: [member.userId, owner.userId, member.userId] });
  expect(new Set(members.map(({ userId }) => userId))).toEqual(new Set([member.userId, owner.userId]));
  expect(await loggedActions()).toEqual(['team.created', 'team.member_added', 'team.member_added']);
});

const apiOf = (slug: string) => `${stack.publicUrl}/api/v1/public/${place.slug}/team/${slug}/call`;
const nextStart = async (slug: string): Promise<string | undefined> => {
  const slots = (await http(`${apiOf(slug)}/slots?limit=1`)).json() as unknown as { slots: { startUtc: string }[] };
  return slots.slots[0]?.startUtc;
};

/** A guest books the team's first open time with a code. */
const book = async (slug: string) => {
  const api = apiOf(slug);
  const startAt = await nextStart(slug);
  const guest = newGuest();
  await postJson(`${api}/otp`, { email: guest });
  const code = await codeFor(stack, guest);
  return postJson(`${api}/book`, { startAt, code, invitee: { email: guest, timezone: 'Europe/Berlin' } });
};

describe('create_team', () => {
  it('makes one without members; a slug that is taken is answered with whose it is, and makes no second', async () => {
    const team = await made();
    expect(team).toMatchObject({ name: 'Sales', slug: 'sales', timezone: 'Europe/Berlin', members: [] });
    expect(team.bookingUrl).toBe(`${stack.publicUrl}/${place.slug}/team/sales`);
    const again = await as('owner', teams.createTeam, { name: 'SALES', timezone: 'UTC' });
    expect(again).toMatchObject({ status: 409, details: { reason: 'slug_taken', existingId: team.id } });
    expect((await as('member', teams.listTeams, {})).body.teams).toMatchObject([{ id: team.id }]);
    expect(await loggedActions()).toEqual(['team.created']);
  });

  it('refuses a word of our own paths, and callers who are no managers', async () => {
    const reserved = await as('manager', teams.createTeam, { name: 'X', slug: 'api', timezone: 'UTC' });
    expect(reserved).toMatchObject({ status: 422, details: { reason: 'slug_reserved', field: 'slug' } });
    const plain = await as('member', teams.createTeam, { name: 'Mine', timezone: 'UTC' });
    expect(plain).toMatchObject({ status: 403, error: { code: 'auth.forbidden' } });
    expect((await as('member', teams.listTeams, {})).body.teams).toEqual([]);
  });
});

describe('update_team', () => {
  it('changes what is named, once; another team’s slug is refused with its id', async () => {
    const [team, other] = [await made(), await made({ name: 'Support' })];
    const change = { id: team.id, name: 'Sales Europe', slug: 'sales-eu' };
    const { body } = await as('manager', teams.updateTeam, change);
    expect(body.team).toMatchObject({ name: 'Sales Europe', slug: 'sales-eu', timezone: 'Europe/Berlin' });
    expect((await as('manager', teams.updateTeam, change)).body).toEqual(body);
    const taken = await as('manager', teams.updateTeam, { id: team.id, slug: 'support' });
    expect(taken).toMatchObject({ status: 409, details: { reason: 'slug_taken', existingId: other.id } });
    const reserved = await as('manager', teams.updateTeam, { id: team.id, slug: 'api' });
    expect(reserved).toMatchObject({ status: 422, details: { reason: 'slug_reserved' } });
    expect(await loggedActions()).toEqual(['team.created', 'team.created', 'team.updated']);
  });
});

describe('members', () => {
  it('adding again changes weight and fixed, and leaves what is not named', async () => {
    const { id } = await made();
    const { userId } = place.members.member;
    expect((await add(id, userId)).body.team.members).toMatchObject([{ userId, weight: 1, fixed: false }]);
    expect((await add(id, userId, { weight: 3 })).body.team.members).toMatchObject([{ weight: 3, fixed: false }]);
    expect((await add(id, userId, { fixed: true })).body.team.members).toMatchObject([{ weight: 3, fixed: true }]);
    expect((await add(id, userId)).body.team.members).toMatchObject([{ weight: 3, fixed: true }]);
    expect((await loggedActions()).slice(1)).toEqual([
      'team.member_added',
      'team.member_changed',
      'team.member_changed',
    ]);
  });

  it('people and teams of other workspaces are not found; a plain member may not', async () => {
    const elsewhere = await makeTeam(stack.sql);
    const { id } = await made();
    const stranger = await add(id, elsewhere.members.owner.userId);
    expect(stranger).toMatchObject({ status: 404, details: { reason: 'member_not_found' } });
    const { userId } = place.members.member;
    const calls: readonly (readonly [Operation, Input])[] = [
      [teams.updateTeam, { id, name: 'Theirs' }],
      [teams.addTeamMember, { id, userId }],
      [teams.removeTeamMember, { id, userId }],
      [teams.deleteTeam, { id }],
    ];
    for (const [operation, input] of calls) {
      expect(await as('owner', operation, input, elsewhere)).toMatchObject({
        status: 404,
        details: { reason: 'team_not_found' },
      });
      expect(await as('member', operation, input)).toMatchObject({ status: 403, error: { code: 'auth.forbidden' } });
    }
    expect(await loggedActions()).toEqual(['team.created']);
  });
});

describe('a team’s event', () => {
  it('is made, booked by code, and outlives neither its members’ leaving nor the team', {
    timeout: 120_000,
  }, async () => {
    const { userId } = place.members.owner;
    const { id } = await made();
    await add(id, userId);
    const event = await eventOf(id);
    expect(event.bookingUrl).toBe(`${stack.publicUrl}/${place.slug}/team/sales/call`);
    const twin = { name: 'Call', durationMinutes: 30, locationType: 'phone', teamId: id, assignment: 'collective' };
    expect(await as('manager', eventTypes.createEventType, twin)).toMatchObject({
      status: 409,
      details: { reason: 'slug_taken', existingId: event.id },
    });
    const booked = await book('sales');
    expect(booked.status, booked.text).toBe(200);

    const remove = () => as('manager', teams.removeTeamMember, { id, userId });
    const removed = { team: { id, members: [], eventTypeCount: 1 }, keptMeetings: 1 };
    expect((await remove()).body).toMatchObject(removed);
    expect((await remove()).body).toMatchObject(removed);

    const end = () => as('manager', teams.deleteTeam, { id });
    expect((await end()).body).toEqual({ ok: true, id, archivedEventTypes: 1, upcomingMeetings: 1 });
    expect((await end()).body).toEqual({ ok: true, id, archivedEventTypes: 0, upcomingMeetings: 1 });
    expect((await as('member', teams.listTeams, {})).body.teams).toEqual([]);
    const gone = await http(`${stack.publicUrl}/api/v1/public/${place.slug}/team/sales/call/slots`);
    expect(gone.status).toBe(404);
    expect((await loggedActions()).slice(2)).toEqual(['team.member_removed', 'team.deleted']);
    // Its slug is free again.
    expect((await made()).id).not.toBe(id);
  });

  it('needs an assignment, and a team of this workspace', async () => {
    const { id } = await made();
    const input = { name: 'Call', durationMinutes: 30, locationType: 'phone' };
    expect((await as('manager', eventTypes.createEventType, { ...input, teamId: id })).status).toBe(400);
    const ofOthers = await as('manager', eventTypes.createEventType, {
      ...input,
      teamId: uuidv7(),
      assignment: 'collective',
    });
    expect(ofOthers).toMatchObject({ status: 404, details: { reason: 'team_not_found' } });
    const plain = await as('member', eventTypes.createEventType, { ...input, teamId: id, assignment: 'collective' });
    expect(plain).toMatchObject({ status: 403, details: { reason: 'not_yours' } });
  });
});

describe('get_team_fairness', () => {
  it('counts turns, and says why the last were given, to those of the team and to managers', {
    timeout: 120_000,
  }, async () => {
    const { owner, manager } = place.members;
    const { id } = await made({ members: [owner.userId] });
    const event = await eventOf(id);
    const fairness = (role: keyof TestTeam['members'], input: Input = { id }, at = place) =>
      as(role, teams.getTeamFairness, input, at);
    expect((await fairness('manager')).body).toMatchObject({ turns: 0, latest: [], members: [{ turns: 0 }] });
    const booked = await book('sales');
    expect(booked.status, booked.text).toBe(200);
    const { booking } = booked.json() as unknown as { booking: { id: string } };
    // A test booking claims its time and takes no turn.
    const { headers } = await place.key('owner', { mode: 'test' });
    const wish = {
      eventTypeId: event.id,
      startAt: await nextStart('sales'),
      invitee: { email: newGuest(), timezone: 'Europe/Berlin' },
    };
    const test = await callHost(stack.appUrl, meetings.createBooking, wish, headers);
    expect(test.status, test.text).toBe(200);
    expect(await stack.sql`select assigned from round_robin_shares where event_type_id = ${event.id}`).toEqual([
      { assigned: 1 },
    ]);
    await add(id, manager.userId, { fixed: true });

    const row = { userId: owner.userId, weight: 1, fixed: false, turns: 1, canceled: 0 };
    const turn = { bookingId: booking.id, eventType: { id: event.id }, status: 'confirmed', hostUserId: owner.userId };
    const { body } = await fairness('manager');
    expect(body).toMatchObject({ turns: 1, latest: [turn] });
    expect(body.members).toEqual(
      expect.arrayContaining([
        expect.objectContaining(row),
        expect.objectContaining({ userId: manager.userId, fixed: true, turns: 0 }),
      ]),
    );
    expect(JSON.stringify(body)).toContain(' was next in order of those who were free, with 0 meetings');

    // A plain member reads about a team of their own, and learns the id of no meeting but theirs.
    expect(await fairness('member')).toMatchObject({ status: 403, details: { reason: 'not_yours' } });
    await add(id, place.members.member.userId);
    expect((await fairness('member')).body).toMatchObject({ latest: [{ bookingId: null, hostUserId: owner.userId }] });
    const elsewhere = await makeTeam(stack.sql);
    expect(await fairness('owner', { id }, elsewhere)).toMatchObject({ details: { reason: 'team_not_found' } });

    await as('owner', teams.removeTeamMember, { id, userId: owner.userId });
    await stack.sql`update bookings set status = 'canceled' where id = ${booking.id}`;
    const after = await fairness('manager');
    expect(after.body).toMatchObject({ turns: 0, latest: [{ status: 'canceled' }] });
    expect(after.body.members).toContainEqual(expect.objectContaining({ ...row, weight: null, turns: 0, canceled: 1 }));
  });
});

it('list_teams goes page by page, newest first', async () => {
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) ids.unshift((await made({ name })).id);
  const first = await as('member', teams.listTeams, { limit: 2 });
  expect(first.body.teams.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await as('member', teams.listTeams, { limit: 2, cursor: first.body.nextCursor });
  expect(rest.body.teams.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(rest.body.nextCursor).toBeNull();
});
