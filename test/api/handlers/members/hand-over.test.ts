import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideToken, manageToken, tokenHash } from '../../../../domain/secrets.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { readEventById } from '../../../../store/bookable/bookable-events.ts';
import { readBookedAddress } from '../../../../store/booking/booked-address.ts';
import { flowId } from '../../../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../../../support/asserts/leaks.ts';
import { makeBooking, makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http, postJson } from '../../../support/drivers/http.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { storeConnection } from '../../../support/factories/calendars.ts';
import { makeTeam, type TestMember, type TestTeam } from '../../../support/factories/keys.ts';
import { announced } from '../../../support/factories/meeting.ts';
import { addPerson, storeInvitation } from '../../../support/factories/members.ts';
import { NO_WEBHOOKS } from '../../../support/factories/webhooks.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let leaver: TestMember;
let successor: TestMember;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  leaver = await addPerson(stack.sql, team.workspaceId, 'member');
  successor = await addPerson(stack.sql, team.workspaceId, 'member');
});

interface Details {
  readonly reason?: string;
  readonly conflicts?: unknown;
  readonly upcomingMeetings?: number;
}

const removeOnce = async (handOver?: Record<string, unknown>, id = leaver.userId) => {
  const { headers } = await team.key('admin');
  const input = { id, ...(handOver ? { handOver } : {}) };
  const answer = await callHost(stack.appUrl, members.removeMember, input, headers);
  return { status: answer.status, body: answer.json(), details: (answer.json().error?.details ?? {}) as Details };
};
/** As an agent does: repeats the call while the removal runs. */
const remove: typeof removeOnce = async (handOver, id) => {
  for (;;) {
    const heard = await removeOnce(handOver, id);
    if (heard.body.status !== 'running') return heard;
    await delay(100);
  }
};
const meeting = (more: Partial<Parameters<typeof makeBooking>[2]> = {}) =>
  makeBooking(stack.sql, team, { hostId: leaver.userId, ...more });
const hostOf = async (id: string) =>
  (await stack.sql`select host_id, status, revision from bookings where id = ${id}`)[0];
const claimOf = async (id: string) =>
  (await stack.sql`select host_id from claims where booking_id = ${id}`).map((row) => row.host_id);
const isMember = async () =>
  (await stack.sql`select 1 from memberships where workspace_id = ${team.workspaceId} and user_id = ${leaver.userId}`)
    .length > 0;

describe('handing over', () => {
  it('gives every upcoming meeting to the new host, mails everyone, and ends keys, hours and membership last', async () => {
    const one = await meeting();
    const two = await meeting({ eventTypeId: one.eventTypeId });
    const past = await meeting({ eventTypeId: one.eventTypeId, startMs: Date.now() - 86_400_000, status: 'completed' });
    const key = await team.key('owner', { userId: leaver.userId });
    expect((await remove({ to: successor.userId })).body).toEqual({
      id: leaver.userId,
      status: 'removed',
      moved: 2,
      canceled: 0,
      ...NO_WEBHOOKS,
    });
    expect(await isMember()).toBe(false);
    for (const { bookingId, guest } of [one, two]) {
      expect(await hostOf(bookingId)).toMatchObject({ host_id: successor.userId, status: 'confirmed', revision: 2 });
      expect(await claimOf(bookingId)).toEqual([successor.userId]);
      await announced(stack, bookingId);
      for (const to of [guest, successor.email, leaver.email]) await stack.waitForMail(to, 'booking_host_changed');
    }
    expect(await hostOf(past.bookingId)).toMatchObject({ host_id: leaver.userId });
    const [invite] = (await stack.mailbox(one.guest))[0]?.attachments ?? [];
    expect(invite?.content).toMatch(/SEQUENCE:1[\s\S]*METHOD:REQUEST|METHOD:REQUEST[\s\S]*SEQUENCE:1/);
    expect((await stack.mailbox(leaver.email))[0]?.attachments[0]?.content).toContain('METHOD:CANCEL');
    const [event] = await stack.sql`select host_id, archived_at from event_types where id = ${one.eventTypeId}`;
    expect(event).toEqual({ host_id: successor.userId, archived_at: null });
    expect(await stack.sql`select 1 from schedules where user_id = ${leaver.userId}`).toHaveLength(0);
    expect((await callHost(stack.appUrl, workspace.getWorkspace, {}, key.headers)).status).toBe(401);
    const [log] = await stack.sql`
      select actor, source, data from activity_log where workspace_id = ${team.workspaceId} and action = 'member.removed'`;
    expect(log).toMatchObject({
      actor: 'Key of the admin',
      source: 'host_api',
      data: { handedOverTo: successor.userId },
    });
    const [changed] = await stack.sql`
      select actor, source, data from activity_log where booking_id = ${one.bookingId} and action = 'booking.host_changed'`;
    const data = { before: { hostId: leaver.userId }, after: { hostId: successor.userId } };
    expect(changed).toMatchObject({ actor: 'Key of the admin', source: 'host_api', data });
    expect(await stack.sql`select 1 from uninvited_mails where workspace_id = ${team.workspaceId}`).toHaveLength(0);
    // The booking had no flow. The flow that mails the change has the usual search attributes.
    const { typedSearchAttributes } = await stack.client.workflow
      .getHandle(flowId('booking', one.bookingId))
      .describe();
    const values = typedSearchAttributes.getAll().map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining([one.bookingId, team.workspaceId]));
    // A repeated call answers the same.
    expect((await remove({ to: successor.userId })).body).toMatchObject({ status: 'removed', moved: 2 });
  });

  it('moves nothing where the new host has no time for one, and says which', async () => {
    const free = await meeting();
    const busy = await meeting();
    const away = await meeting();
    await makeBooking(stack.sql, team, { hostId: successor.userId, startMs: busy.startMs });
    const [start, end] = [new Date(away.startMs), new Date(away.startMs + 60_000)];
    await stack.sql`
      insert into time_off (id, host_id, period) values (gen_random_uuid(), ${successor.userId}, tstzrange(${start}, ${end}))`;
    const { status, details } = await remove({ to: successor.userId });
    expect(status).toBe(409);
    expect(details).toMatchObject({ reason: 'hand_over_conflict', conflictCount: 2, moved: 0 });
    expect(details.conflicts).toEqual([
      { bookingId: busy.bookingId, startAt: new Date(busy.startMs).toISOString(), reason: 'taken' },
      { bookingId: away.bookingId, startAt: new Date(away.startMs).toISOString(), reason: 'time_off' },
    ]);
    expect(await hostOf(free.bookingId)).toMatchObject({ host_id: leaver.userId, revision: 1 });
    expect(await isMember()).toBe(true);
    // Another successor has time.
    expect((await remove({ to: team.members.manager.userId })).body).toMatchObject({ status: 'removed', moved: 3 });
  });

  it('counts what the new host’s calendar has, as they let it count', async () => {
    const { bookingId, startMs } = await meeting();
    const { calendars } = await storeConnection(stack.sql, { userId: successor.userId });
    const times = [new Date(startMs - 60_000), new Date(startMs + 60_000)] as const;
    await stack.sql`
      insert into calendar_busy (calendar_id, event_id, user_id, period, availability, response, blocks, reading)
      values (${calendars[0]?.id ?? ''}, 'e', ${successor.userId}, tstzrange(${times[0]}, ${times[1]}), 'busy', 'none', true, 1)`;
    const { status, details } = await remove({ to: successor.userId });
    expect(status).toBe(409);
    expect(details.conflicts).toEqual([{ bookingId, startAt: new Date(startMs).toISOString(), reason: 'calendar' }]);
    await stack.sql`update calendar_settings set conflict_source = 'bookings_only' where user_id = ${successor.userId}`;
    expect((await remove({ to: successor.userId })).body).toMatchObject({ status: 'removed', moved: 1 });
  });

  it('keeps the distance that the meeting asks for', async () => {
    const { bookingId, startMs } = await meeting();
    await stack.sql`update claims set after_ms = 600000 where booking_id = ${bookingId}`;
    await makeBooking(stack.sql, team, { hostId: successor.userId, startMs: startMs + 1_800_000 });
    expect((await remove({ to: successor.userId })).details).toMatchObject({ conflicts: [{ reason: 'taken' }] });
  });

  it('gives a request to the new host to decide; the former host’s link is dead', async () => {
    const { bookingId } = await meeting({ status: 'pending_confirmation' });
    const old = decideToken(stack.secrets, bookingId);
    await stack.sql`
      insert into booking_tokens (token_hash, booking_id, purpose) values (${tokenHash(old)}, ${bookingId}, 'decide')`;
    const opened = (token: string) =>
      fetch(`${stack.appUrl}/decide/${token}`, { headers: { accept: 'text/html' } }).then(({ status }) => status);
    expect(await opened(old)).toBe(200);
    expect((await remove({ to: successor.userId })).body).toMatchObject({ status: 'removed', moved: 1 });
    const { text } = await stack.waitForMail(successor.email, 'booking_pending');
    const token = /\/decide\/([\w-]{43})/.exec(text)?.[1] ?? '';
    expect(token).not.toBe(old);
    expect([await opened(old), await opened(token)]).toEqual([404, 200]);
  });
});

describe('meetings that others organize', () => {
  const besides = async () => {
    const { bookingId, guest, startMs } = await meeting({ hostId: team.members.owner.userId });
    await stack.sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${leaver.userId}, 1)`;
    await stack.sql`
      insert into claims select ${leaver.userId}, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id, null
      from claims where booking_id = ${bookingId}`;
    return { bookingId, guest, startMs };
  };
  const others = async (id: string) =>
    (await stack.sql`select user_id from booking_hosts where booking_id = ${id}`).map((row) => row.user_id);

  it('give the place to the new host, who gets a mail, and keep their organizer', async () => {
    const { bookingId, guest } = await besides();
    expect((await remove({ to: successor.userId })).body).toMatchObject({ status: 'removed', moved: 1 });
    expect(await others(bookingId)).toEqual([successor.userId]);
    expect((await claimOf(bookingId)).sort()).toEqual([successor.userId, team.members.owner.userId].sort());
    expect(await hostOf(bookingId)).toMatchObject({ host_id: team.members.owner.userId, revision: 2 });
    for (const to of [guest, successor.email, leaver.email]) await stack.waitForMail(to, 'booking_host_changed');
  });

  it('go on without the leaving member if meetings are canceled', async () => {
    const { bookingId } = await besides();
    expect((await remove({ cancel: true })).body).toMatchObject({ status: 'removed', canceled: 0 });
    expect(await others(bookingId)).toEqual([]);
    expect(await hostOf(bookingId)).toMatchObject({ status: 'confirmed' });
    expect(await claimOf(bookingId)).toEqual([team.members.owner.userId]);
    const [log] = await stack.sql`
      select data, source from activity_log where subject_id = ${bookingId} and action = 'booking.host_left'`;
    expect(log).toEqual({ data: { before: { hostId: leaver.userId }, after: { hostId: null } }, source: 'host_api' });
    const [row] = await stack.sql<{ version: string }[]>`select version from bookings where id = ${bookingId}`;
    expect(Number(row?.version)).toBeGreaterThan(1);
  });
});

describe('canceling', () => {
  it('cancels each with mails and the reason, and archives the event types', async () => {
    const { bookingId, eventTypeId, guest } = await meeting();
    const answer = await remove({ cancel: true, reason: 'Lea has left us' });
    expect(answer.body).toEqual({ id: leaver.userId, status: 'removed', moved: 0, canceled: 1, ...NO_WEBHOOKS });
    expect(await hostOf(bookingId)).toMatchObject({ status: 'canceled' });
    expect(await claimOf(bookingId)).toEqual([]);
    expect((await stack.waitForMail(guest, 'booking_canceled')).text).toContain('Lea has left us');
    const [event] =
      await stack.sql`select archived_at is not null as archived from event_types where id = ${eventTypeId}`;
    expect(event?.archived).toBe(true);
  });
});

describe('the guest’s manage token afterwards', () => {
  const tokenOf = async (bookingId: string) => {
    const token = manageToken(stack.secrets, bookingId);
    await stack.sql`
      insert into booking_tokens (token_hash, booking_id, purpose) values (${tokenHash(token)}, ${bookingId}, 'manage')`;
    return token;
  };
  const guest = () => `${stack.publicUrl}/api/v1/public`;
  const view = async (token: string) => (await http(`${guest()}/manage/booking?token=${token}`)).json();
  const file = async (token: string) => http(`${guest()}/manage/booking.ics?token=${token}`);
  const post = async (path: string, body: unknown) => {
    const answer = await postJson(`${guest()}${path}`, body);
    return { status: answer.status, reason: answer.json().error?.details?.reason, body: answer.json() };
  };

  it('works for a meeting of an archived event that has another host now: view, file, times, move, cancel', async () => {
    const { bookingId, eventTypeId } = await meeting();
    await makeOpenEvent(stack.sql, team, successor.userId);
    const token = await tokenOf(bookingId);
    const [{ username = '', slug = '' } = {}] = await stack.sql<{ username: string; slug: string }[]>`
      update event_types e set archived_at = now() from memberships m
      where e.id = ${eventTypeId} and m.workspace_id = e.workspace_id and m.user_id = e.host_id
      returning m.username, e.slug`;
    expect((await remove({ to: successor.userId })).body).toMatchObject({ status: 'removed', moved: 1 });

    const seen = await view(token);
    expect(seen).toMatchObject({ booking: { id: bookingId, status: 'confirmed' }, canReschedule: true });
    expect((await file(token)).text).toContain('BEGIN:VCALENDAR');
    const { slots } = (await http(String(seen.slotsUrl))).json() as unknown as { slots: { startUtc: string }[] };
    expect(slots.length).toBeGreaterThan(1);
    const booked = `/${team.slug}/${username}/${slug}`;
    const moved = await post(`${booked}/reschedule`, { token, startAt: slots[1]?.startUtc });
    expect(moved.body).toMatchObject({ booking: { startAt: slots[1]?.startUtc, status: 'rescheduled' } });
    const refused = await post('/manage/reschedule', { token, startAt: '2026-01-05T03:07:00Z' });
    const alternatives = refused.body.error.details?.alternatives as { startUtc: string }[];
    expect([refused.status, alternatives.length]).toEqual([422, 3]);
    expect(await post(`${booked}/cancel`, { token })).toMatchObject({ status: 200 });
    expect(await post('/elsewhere/nobody/nothing/cancel', { token })).toMatchObject({ status: 404 });
  });

  it('answers host_left to a move where a host is gone without a handover, names no flow, and still cancels', async () => {
    const { bookingId } = await meeting();
    const token = await tokenOf(bookingId);
    await stack.sql`delete from memberships where user_id = ${leaver.userId}`;
    expect(await view(token)).toMatchObject({ booking: { status: 'confirmed' }, canCancel: true });
    const startAt = new Date(nextStart()).toISOString();
    const refused = await postJson(`${guest()}/manage/reschedule`, { token, startAt });
    expect(refused.status).toBe(409);
    expect(refused.json().error).toMatchObject({ code: 'resource.conflict', details: { reason: 'host_left' } });
    expect(refused.headers['x-workflow-id']).toBeUndefined();
    expect(await post('/manage/cancel', { token })).toMatchObject({ status: 200 });
  });

  it.each([{ to: true }, { cancel: true }])('works for recent meetings of a member who left (%o)', async (how) => {
    const { bookingId: upcoming, eventTypeId } = await meeting();
    const recent = Math.floor(Date.now() / 1_800_000) * 1_800_000 - 3 * 3_600_000;
    const past = await meeting({ eventTypeId, startMs: recent, status: 'completed' });
    const dropped = await meeting({ eventTypeId, status: 'canceled' });
    const removed = await remove('to' in how ? { to: successor.userId } : { cancel: true });
    expect(removed.body).toMatchObject({ status: 'removed' });

    const startAt = new Date(nextStart()).toISOString();
    for (const [bookingId, status, reason] of [
      [past.bookingId, 'completed', 'booking_over'],
      [dropped.bookingId, 'canceled', 'booking_canceled'],
      ...('cancel' in how ? [[upcoming, 'canceled', 'booking_canceled'] as const] : []),
    ] as const) {
      const token = await tokenOf(bookingId);
      expect(await view(token)).toMatchObject({ booking: { status }, canReschedule: false, canCancel: false });
      expect((await file(token)).status).toBe(200);
      expect(await post('/manage/reschedule', { token, startAt })).toMatchObject({ status: 409, reason });
      const canceled = await post('/manage/cancel', { token });
      expect(canceled).toMatchObject(status === 'canceled' ? { status: 200 } : { status: 409, reason });
      const page = await fetch(`${stack.publicUrl}/manage/${token}`, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
    }
  });
});

describe('refusals', () => {
  it('needs a handover where meetings are to come, and says how many', async () => {
    await meeting();
    const { status, details } = await remove();
    expect([status, details.reason, details.upcomingMeetings]).toEqual([422, 'hand_over_required', 1]);
    expect((await remove({ to: successor.userId, cancel: true })).status).toBe(400);
    expect((await remove({ to: leaver.userId })).details.reason).toBe('hand_over_unfit');
    expect((await remove({ to: team.members.billing_only.userId })).details.reason).toBe('hand_over_unfit');
    const other = await makeTeam(stack.sql);
    expect((await remove({ to: other.members.owner.userId })).status).toBe(404);
    expect((await remove({ cancel: true }, other.members.member.userId)).status).toBe(404);
    expect(await isMember()).toBe(true);
  });
});

it('a role without meetings is refused while there are some, and its holder cannot be booked', async () => {
  const { bookingId, eventTypeId } = await meeting();
  const lower = async () => {
    const { headers } = await team.key('admin');
    const input = { id: leaver.userId, role: 'billing_only' };
    const answer = await callHost(stack.appUrl, members.updateMemberRole, input, headers);
    return [answer.status, (answer.json().error?.details as Details | undefined)?.reason];
  };
  const offers = async () => {
    const { workspaceId } = team;
    const booked = { eventTypeId, hostId: leaver.userId, workspaceId };
    const { workspace: slug, username, eventSlug } = await readBookedAddress(stack.sql, booked);
    const answer = await http(`${stack.publicUrl}/api/v1/public/${slug}/${username}/${eventSlug}/slots?limit=1`);
    return JSON.parse(answer.text) as { slots: unknown[]; emptyReason?: string };
  };
  expect((await offers()).slots).toHaveLength(1);
  expect(await lower()).toEqual([422, 'hand_over_required']);
  await stack.sql`update bookings set status = 'canceled' where id = ${bookingId}`;
  expect(await lower()).toEqual([200, undefined]);
  expect(await offers()).toMatchObject({ slots: [], emptyReason: 'no_schedule' });
});

it('survives a worker that dies in the middle: the row goes on where it stood, and the sweep begins what nobody began', async () => {
  const meetings = [await meeting(), await meeting(), await meeting()];
  await stack.stopWorker();
  const asked = await removeOnce({ to: successor.userId });
  expect(asked.body).toMatchObject({ status: 'running' });
  expect((await remove({ cancel: true })).details.reason).toBe('removal_under_way');
  const [row] = await stack.sql<{ id: string }[]>`select id from member_removals where user_id = ${leaver.userId}`;
  await stack.client.workflow.getHandle(flowId('memberRemoval', row?.id ?? '')).terminate('as if it had never begun');
  await stack.startWorker();
  await stack.sql`update member_removals set created_at = created_at - interval '61 seconds' where id = ${row?.id ?? ''}`;
  await stack.client.workflow.execute('sweep', { workflowId: `sweep-${row?.id}`, taskQueue: stack.taskQueue });
  await expect.poll(isMember).toBe(false);
  for (const { bookingId } of meetings) {
    expect(await hostOf(bookingId)).toMatchObject({ host_id: successor.userId, revision: 2 });
    await announced(stack, bookingId);
  }
  expect((await remove({ to: successor.userId })).body).toMatchObject({ status: 'removed', moved: 3 });
});

it('a guest who books meanwhile is settled, too: the door closes with the membership', async () => {
  await meeting();
  await stack.stopWorker();
  expect((await removeOnce({ to: successor.userId })).body).toMatchObject({ status: 'running' });
  const late = await meeting({ startMs: nextStart() });
  await stack.startWorker();
  await expect.poll(isMember, { timeout: 15_000 }).toBe(false);
  expect(await hostOf(late.bookingId)).toMatchObject({ host_id: successor.userId });
});

describe('who is leaving', () => {
  const signedIn = async () => {
    const { headers } = await signIn(stack, { email: leaver.email, workspace: team.slug });
    return (await callHost(stack.appUrl, workspace.getWorkspace, {}, headers)).status;
  };
  const withKey = async (headers: Record<string, string>) =>
    (await callHost(stack.appUrl, workspace.getWorkspace, {}, headers)).status;
  const hours = async (eventTypeId: string) => (await readEventById(stack.sql, eventTypeId))?.schedule?.timezone;

  it('can do nothing there and is booked by nobody, from the first moment', async () => {
    const { eventTypeId } = await meeting();
    const { headers } = await team.key('owner', { userId: leaver.userId });
    expect([await signedIn(), await withKey(headers), await hours(eventTypeId)]).toEqual([200, 200, 'UTC']);
    await stack.stopWorker();
    expect((await removeOnce({ cancel: true })).body).toMatchObject({ status: 'running' });
    expect([await signedIn(), await withKey(headers), await hours(eventTypeId)]).toEqual([404, 401, undefined]);
    // Nobody can hand meetings over to them.
    expect((await removeOnce({ to: leaver.userId }, successor.userId)).details.reason).toBe('hand_over_unfit');
    await stack.startWorker();
    await expect.poll(isMember, { timeout: 15_000 }).toBe(false);
  });

  it('is back with everything where it stops', async () => {
    const { eventTypeId, startMs } = await meeting();
    await makeBooking(stack.sql, team, { hostId: successor.userId, startMs });
    const { headers } = await team.key('owner', { userId: leaver.userId });
    expect((await remove({ to: successor.userId })).status).toBe(409);
    expect([await signedIn(), await withKey(headers), await hours(eventTypeId)]).toEqual([200, 200, 'UTC']);
  });

  it('may do so by themselves, with what becomes of meetings; others need an admin', async () => {
    const { bookingId } = await meeting();
    const { headers } = await team.key('owner', { userId: leaver.userId });
    const leave = async (input: Record<string, unknown>) => {
      const answer = await callHost(stack.appUrl, members.removeMember, input, headers);
      return { status: answer.status, reason: answer.json().error?.details?.reason };
    };
    expect(await leave({ id: successor.userId })).toEqual({ status: 403, reason: 'role_missing' });
    const { id } = await storeInvitation(stack, { workspaceId: team.workspaceId, email: `${bookingId}@people.test` });
    expect(await leave({ id })).toEqual({ status: 403, reason: 'role_missing' });
    expect(await leave({ id: leaver.userId })).toEqual({ status: 422, reason: 'hand_over_required' });
    expect((await leave({ id: leaver.userId, handOver: { to: successor.userId } })).status).toBe(200);
    await expect.poll(isMember, { timeout: 15_000 }).toBe(false);
    expect(await hostOf(bookingId)).toMatchObject({ host_id: successor.userId });
  });
});

it('no address stands in any history', async () => {
  const people = await stack.sql<{ email: string }[]>`
    select email::text from users union select guest_email::text from bookings`;
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  expect(flows.some(({ where }) => where.startsWith('member-removal/'))).toBe(true);
  const addresses = people.map(({ email }) => email);
  expect(findLeaks(addresses, flows)).toEqual([]);
});
