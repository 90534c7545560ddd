import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localMailer } from '../../../../activities/mail/send.ts';
import { createSweepActivities } from '../../../../activities/ops/sweep.ts';
import { bookingFloods } from '../../../../schemas/operations/meetings/booking-floods.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { prep } from '../../../../schemas/operations/prep.ts';
import { recordFlood } from '../../../../store/booking/booking-origins.ts';
import { inTransaction } from '../../../../store/database.ts';
import { readMoveReason } from '../../../../store/meetings/meeting-history.ts';
import { type BookedRow, makeBooking, nextStart, pastStart } from '../../../support/drivers/host-bookings.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { surfaces } from '../../../support/drivers/surfaces.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { announced, eventually, iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let key: TestKey;

beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  key = await team.key('manager');
});

type Wish = Partial<Parameters<typeof makeBooking>[2]>;
const booked = (wish: Wish = {}): Promise<BookedRow> =>
  makeBooking(stack.sql, team, { hostId: team.host.userId, eventTypeId: team.host.eventTypeId, ...wish });

const newest = async (to: string) => (await stack.mailbox(to))[0];
const flowIsOver = (bookingId: string) =>
  eventually('the end of its flow', async () => {
    const { status } = await stack.client.workflow.getHandle(`booking/${bookingId}`).describe();
    return status.name === 'COMPLETED';
  });
const logged = (bookingId: string) => stack.sql`
  select action, actor, source, data -> 'before' as before, data -> 'after' as after from activity_log
  where subject_id = ${bookingId} order by id`;

describe.each(surfaces)('over %s', (surface) => {
  const call = hostCallOver(surface, () => stack);
  const source = surface === 'REST' ? 'host_api' : 'host_mcp';

  describe('reschedule_booking', () => {
    it('moves it for the host, mails everyone, and repeats the answer', async () => {
      const { bookingId, startMs, guest } = await booked();
      const to = nextStart();
      const input = { bookingId, startAt: iso(to), timeZone: 'Europe/Berlin' };
      const moved = await call(meetings.rescheduleBooking, input, key.headers);
      expect(moved.output).toMatchObject({
        booking: { id: bookingId, startAt: iso(to), status: 'rescheduled', local: { timezone: 'Europe/Berlin' } },
      });
      if (surface === 'REST') expect(moved.workflowId).toBe(`booking/${bookingId}`);
      await announced(stack, bookingId);
      expect((await newest(guest))?.text).toContain('Hedy Host moved');
      expect((await newest(team.members.owner.email))?.text).toContain('You moved');
      expect((await call(meetings.rescheduleBooking, input, key.headers)).output).toEqual(moved.output);
      await announced(stack, bookingId);
      expect(await stack.mailbox(guest)).toHaveLength(1);
      expect(await logged(bookingId)).toEqual([
        {
          action: 'booking.rescheduled',
          actor: 'Key of the manager',
          source,
          before: { startAt: iso(startMs) },
          after: { startAt: iso(to) },
        },
      ]);
    });

    it('tells the guest why, in the mail and on their page', async () => {
      const { bookingId, guest } = await booked();
      const reason = 'My train is late. See www.trains.example';
      await call(meetings.rescheduleBooking, { bookingId, startAt: iso(nextStart()), reason }, key.headers);
      await announced(stack, bookingId);
      // This guest has proved nothing: no word of another becomes a link.
      expect((await newest(guest))?.text).toMatch(/Reason given.*\n?.*My train is late\./);
      expect((await newest(guest))?.text).not.toContain('www.trains.example');
      expect((await newest(team.members.owner.email))?.text).toContain('My train is late.');
      const { history } = (await call(meetings.getMeeting, { bookingId }, key.headers)).output;
      expect(history).toMatchObject([{ action: 'booking.rescheduled', reason }]);
      expect(await readMoveReason(stack.sql, bookingId)).toBe(reason);
      const long = { bookingId, startAt: iso(nextStart()), reason: 'x'.repeat(501) };
      expect((await call(meetings.rescheduleBooking, long, key.headers)).error.details.issues[0].path).toBe('reason');
    });

    it('offers others where the slot is taken', async () => {
      const [one, other] = [await booked(), await booked()];
      const input = { bookingId: one.bookingId, startAt: iso(other.startMs) };
      const { error, workflowId } = await call(meetings.rescheduleBooking, input, key.headers);
      expect(error).toMatchObject({ code: 'resource.conflict', details: { reason: 'slot_taken' } });
      if (surface === 'REST') expect(workflowId).toBe(`booking/${one.bookingId}`);
      expect(error.details.alternatives).toHaveLength(3);
    });

    it.each([
      ['canceled', 'booking_canceled'],
      ['completed', 'booking_over'],
      ['no_show', 'booking_over'],
    ] as const)('refuses one that is %s', async (status, reason) => {
      const { bookingId } = await booked({ status });
      const { error } = await call(meetings.rescheduleBooking, { bookingId, startAt: iso(nextStart()) }, key.headers);
      expect(error).toMatchObject({ code: 'resource.conflict', details: { reason } });
    });
  });

  describe('cancel_booking', () => {
    it('cancels for the host with the reason, frees the time, and says the same again', async () => {
      const { bookingId, guest } = await booked();
      const input = { bookingId, reason: 'Hedy is ill.' };
      const canceled = await call(meetings.cancelBooking, input, key.headers);
      expect(canceled.output.booking).toEqual({ id: bookingId, status: 'canceled' });
      expect(await stack.sql`select 1 from claims where booking_id = ${bookingId}`).toHaveLength(0);
      await announced(stack, bookingId);
      const mail = await newest(guest);
      expect(mail?.text).toMatch(/Hedy Host canceled[\s\S]*Hedy is ill\./);
      expect((await call(meetings.cancelBooking, { bookingId }, key.headers)).output).toEqual(canceled.output);
      expect(await stack.mailbox(guest)).toHaveLength(1);
      expect(await logged(bookingId)).toEqual([
        {
          action: 'booking.canceled',
          actor: 'Key of the manager',
          source,
          before: { status: 'confirmed' },
          after: { status: 'canceled' },
        },
      ]);
    });

    it('refuses one that has begun', async () => {
      const { bookingId } = await booked({ startMs: pastStart(), status: 'completed' });
      expect((await call(meetings.cancelBooking, { bookingId }, key.headers)).error.details.reason).toBe(
        'booking_over',
      );
    });
  });

  describe('approve_booking and decline_booking', () => {
    it('approves a request, and not one that the guest moved meanwhile', async () => {
      const { bookingId, startMs, guest } = await booked({ status: 'pending_confirmation' });
      const stale = { bookingId, startAt: iso(startMs - 1_800_000) };
      expect((await call(meetings.approveBooking, stale, key.headers)).error.details.reason).toBe('request_moved');
      const input = { bookingId, startAt: iso(startMs) };
      const approved = await call(meetings.approveBooking, input, key.headers);
      expect(approved.output).toMatchObject({ booking: { id: bookingId, status: 'confirmed' } });
      await stack.waitForMail(guest, 'booking_confirmation');
      const other = await team.key('owner');
      expect((await call(meetings.approveBooking, { bookingId }, other.headers)).output).toEqual(approved.output);
      const late = await call(meetings.declineBooking, { bookingId }, key.headers);
      expect(late.error).toMatchObject({ code: 'resource.conflict', details: { reason: 'already_decided' } });
      expect(await logged(bookingId)).toMatchObject([
        { action: 'booking.approved', source, actor: 'Key of the manager' },
      ]);
    });

    it('declines a request with its reason', async () => {
      const { bookingId, guest } = await booked({ status: 'pending_confirmation' });
      const input = { bookingId, reason: 'Fully booked.' };
      const declined = await call(meetings.declineBooking, input, key.headers);
      expect(declined.output.booking).toEqual({ id: bookingId, status: 'canceled' });
      await announced(stack, bookingId);
      expect((await newest(guest))?.text).toContain('Fully booked.');
      const again = await call(meetings.declineBooking, { bookingId }, (await team.key('owner')).headers);
      expect(again.output).toEqual(declined.output);
      expect((await call(meetings.approveBooking, { bookingId }, key.headers)).error.details.reason).toBe(
        'already_decided',
      );
    });
  });

  describe('mark_no_show', () => {
    it.each(['confirmed', 'rescheduled', 'completed'] as const)('notes it of one that is %s', async (status) => {
      const { bookingId, guest } = await booked({ status, startMs: Date.now() - 600_000 });
      const noted = await call(meetings.markNoShow, { bookingId }, key.headers);
      expect(noted.output.booking).toEqual({ id: bookingId, status: 'no_show' });
      expect((await call(meetings.markNoShow, { bookingId }, key.headers)).output).toEqual(noted.output);
      await flowIsOver(bookingId);
      expect(await stack.mailbox(guest)).toEqual([]);
      expect(await logged(bookingId)).toMatchObject([
        { action: 'booking.no_show', before: { status }, after: { status: 'no_show' } },
      ]);
    });

    it('takes it back once its flow is over: then the meeting took place; and may be marked again', async () => {
      const { bookingId, guest } = await booked({ status: 'completed', startMs: pastStart() });
      const answer = await call(meetings.markNoShow, { bookingId }, key.headers);
      // A follow-up may leave: the answer promises no silence.
      expect(answer.output.message).toContain('Only a reminder for no-shows mails the guest');
      const mark = async (noShow?: boolean) =>
        (await call(meetings.markNoShow, { bookingId, noShow }, key.headers)).output.booking.status;
      expect(await mark()).toBe('no_show');
      await flowIsOver(bookingId);
      expect(await mark(false)).toBe('completed');
      expect(await mark(false)).toBe('completed');
      expect(await mark(true)).toBe('no_show');
      expect(await mark(false)).toBe('completed');
      await flowIsOver(bookingId);
      expect(await stack.mailbox(guest)).toEqual([]);
      const [marked, back] = [{ status: 'no_show' }, { status: 'completed' }];
      expect(await logged(bookingId)).toMatchObject([
        { action: 'booking.no_show', before: back, after: marked },
        { action: 'booking.no_show_undone', source, actor: 'Key of the manager', before: marked, after: back },
        { action: 'booking.no_show', before: back, after: marked },
        { action: 'booking.no_show_undone', before: marked, after: back },
      ]);
      const { history } = (await call(meetings.getMeeting, { bookingId }, key.headers)).output;
      expect(history.map(({ action }: { action: string }) => action)).toContain('booking.no_show_undone');
    });

    it('takes it back while the meeting still runs: its flow goes on to the end', async () => {
      const { bookingId, startMs } = await booked({ startMs: Date.now() - 600_000 });
      const moved = { revision: 2, kind: 'rescheduled', actor: 'guest', start_at: new Date(startMs) };
      const change = { ...moved, booking_id: bookingId, end_at: new Date(startMs + 1_800_000) };
      await stack.sql`insert into booking_changes ${stack.sql({ ...change, created_at: new Date(), announced_at: new Date() })}`;
      await stack.sql`update bookings set status = 'rescheduled', revision = 2 where id = ${bookingId}`;
      await call(meetings.markNoShow, { bookingId }, key.headers);
      await flowIsOver(bookingId);
      const { output } = await call(meetings.markNoShow, { bookingId, noShow: false }, key.headers);
      expect(output.booking).toEqual({ id: bookingId, status: 'rescheduled' });
      const flow = stack.client.workflow.getHandle(`booking/${bookingId}`);
      expect((await flow.describe()).status.name).toBe('RUNNING');
      await stack.sql`update bookings set start_at = start_at - interval '1 hour', end_at = end_at - interval '1 hour' where id = ${bookingId}`;
      await flow.signal('nudge');
      expect(await flow.result()).toBe('completed');
    });

    it('does not take back what was never marked: a meeting that is ahead', async () => {
      const { bookingId } = await booked();
      const { error } = await call(meetings.markNoShow, { bookingId, noShow: false }, key.headers);
      expect(error.details.reason).toBe('not_begun');
    });

    it.each([
      ['has not begun', 'confirmed', nextStart, 'not_begun'],
      ['is canceled', 'canceled', pastStart, 'booking_canceled'],
      ['nobody decided in time', 'pending_confirmation', pastStart, 'booking_canceled'],
    ] as const)('refuses one that %s', async (_, status, start, reason) => {
      const { bookingId } = await booked({ status, startMs: start() });
      const { error } = await call(meetings.markNoShow, { bookingId }, key.headers);
      expect(error).toMatchObject({ code: 'resource.conflict', details: { reason } });
    });
  });

  describe('get_meeting and update_meeting', () => {
    it('returns every field', async () => {
      const { bookingId, startMs, guest } = await booked();
      const { output } = await call(meetings.getMeeting, { bookingId, timeZone: 'Asia/Tokyo' }, key.headers);
      expect(output).toEqual({
        untrusted: ['invitee.name', 'invitee.email'],
        id: bookingId,
        startAt: iso(startMs),
        endAt: iso(startMs + 1_800_000),
        local: expect.objectContaining({ timezone: 'Asia/Tokyo' }),
        status: 'confirmed',
        takesPlace: true,
        version: 1,
        timezone: 'Europe/Berlin',
        locationType: 'phone',
        source: 'public_api',
        bookedBy: { kind: 'agent', name: null },
        bookedAt: expect.stringMatching(/Z$/),
        joinUrl: null,
        locationDetail: null,
        calendarEvents: [],
        eventType: { id: team.host.eventTypeId, name: 'Call', slug: 'call' },
        host: { id: team.host.userId, name: 'Hedy Host', username: 'hedy' },
        invitee: { name: 'Grace Guest', email: guest, timezone: 'Europe/Berlin' },
        guests: [],
        agentEmail: null,
        decideBy: null,
        cancelReason: null,
        hostNotes: null,
        formAnswers: [],
        formAnswersByKey: {},
        prepPack: null,
        history: [],
        flow: {
          workflowId: `booking/${bookingId}`,
          url: `http://temporal.test/namespaces/default/workflows/booking%2F${bookingId}`,
        },
      });
    });

    it('has each step with its actor, its time and the reason that was given', async () => {
      const { bookingId, startMs } = await booked();
      const to = nextStart();
      await call(meetings.rescheduleBooking, { bookingId, startAt: iso(to) }, key.headers);
      await call(meetings.updateMeeting, { bookingId, hostNotes: 'Tea' }, key.headers);
      await call(meetings.cancelBooking, { bookingId, reason: 'Ill' }, key.headers);
      const { output } = await call(meetings.getMeeting, { bookingId }, key.headers);
      const step = (action: string, more: object) => ({
        ...{ at: expect.stringMatching(/Z$/), action: `booking.${action}` },
        ...{ who: { kind: 'agent', name: expect.any(String), userId: team.members.manager.userId } },
        ...{ source, startAt: null, previousStartAt: null, reason: null, ...more },
      });
      expect(output.history).toEqual([
        step('rescheduled', { startAt: iso(to), previousStartAt: iso(startMs) }),
        step('notes_changed', {}),
        step('canceled', { startAt: iso(to), reason: 'Ill' }),
      ]);
      expect(output.untrusted).toContain('history.*.reason');
    });

    it('keeps notes, counts a version for each change, and logs none of their words', async () => {
      const { bookingId } = await booked();
      const note = (hostNotes: string | null) => call(meetings.updateMeeting, { bookingId, hostNotes }, key.headers);
      expect((await note('Likes tea.')).output).toMatchObject({ hostNotes: 'Likes tea.', version: 2 });
      expect((await note('Likes tea.')).output).toMatchObject({ version: 2 });
      expect((await note('')).output).toMatchObject({ hostNotes: null, version: 3 });
      const log = await logged(bookingId);
      expect(log).toHaveLength(2);
      expect(log[0]).toMatchObject({ action: 'booking.notes_changed', after: { hostNotesLength: 10 } });
      expect(JSON.stringify(log)).not.toContain('tea');
    });

    it('waits for the next version, and not where the version is another', async () => {
      const { bookingId } = await booked();
      const wait = (since: number | undefined, waitSeconds: number) =>
        call(meetings.getMeeting, { bookingId, waitSeconds, ...(since === undefined ? {} : { since }) }, key.headers);
      const startedMs = performance.now();
      expect((await wait(undefined, 20)).output.version).toBe(1);
      expect((await wait(7, 20)).output.version).toBe(1);
      const waiting = wait(1, 20);
      await delay(300);
      await call(meetings.cancelBooking, { bookingId }, key.headers);
      expect((await waiting).output).toMatchObject({ status: 'canceled', version: 2 });
      expect(performance.now() - startedMs).toBeLessThan(15_000);
      expect((await wait(2, 1)).output.version).toBe(2);
    });

    it('says of its prep pack that this installation looks nobody up', async () => {
      const { bookingId } = await booked();
      const { output } = await call(prep.refreshPrepPack, { bookingId }, key.headers);
      expect(output).toMatchObject({ looksUpAgain: false, message: expect.stringContaining('ENRICHMENT=off') });
    });

    it('returns nothing new to a key that was revoked while it waited', async () => {
      const { bookingId } = await booked();
      const other = await team.key('manager');
      const waiting = call(meetings.getMeeting, { bookingId, since: 1, waitSeconds: 20 }, other.headers);
      await delay(500);
      await stack.sql`update api_keys set revoked_at = now() where id = ${other.id}`;
      await call(meetings.cancelBooking, { bookingId }, key.headers);
      expect((await waiting).error).toMatchObject({ code: 'auth.required', details: { reason: 'key_revoked' } });
    });
  });

  it('members work with their own meetings alone; nobody with those of another workspace', async () => {
    const { bookingId } = await booked();
    const own = await makeBooking(stack.sql, team, { hostId: team.members.member.userId });
    const member = await team.key('member');
    const stranger = await (await makeTeam(stack.sql)).key('owner');
    const calls = [
      [meetings.getMeeting, {}],
      [meetings.updateMeeting, { hostNotes: 'x' }],
      [meetings.rescheduleBooking, { startAt: iso(nextStart()) }],
      [meetings.approveBooking, {}],
      [meetings.declineBooking, {}],
      [meetings.markNoShow, {}],
      [meetings.cancelBooking, {}],
    ] as const;
    for (const [operation, more] of calls) {
      const theirs = await call(operation, { bookingId, ...more }, member.headers);
      expect(theirs.error, operation.title).toMatchObject({ code: 'auth.forbidden', details: { reason: 'not_yours' } });
      const unknown = await call(operation, { bookingId, ...more }, stranger.headers);
      expect(unknown.error, operation.title).toMatchObject({
        code: 'resource.not_found',
        details: { reason: 'booking_not_found' },
      });
    }
    expect((await call(meetings.cancelBooking, { bookingId: own.bookingId }, member.headers)).ok).toBe(true);
  });
});

describe('a flood of bookings', () => {
  const call = hostCallOver('MCP', () => stack);
  const from = async (network: string, mailDomain: string, isProved: boolean): Promise<BookedRow> => {
    const row = await booked();
    await stack.sql`
      insert into booking_origins (booking_id, networks, mail_domain, inbox_proved, look_at)
      values (${row.bookingId}, ${[network]}::text[], ${mailDomain}, ${isProved}, ${new Date(row.startMs)})`;
    await stack.sql`update bookings set guest_proved = ${isProved} where id = ${row.bookingId}`;
    return row;
  };
  const openFlood = async (provedMailDomains = ['invented.test']) => {
    await inTransaction(stack.sql, (tx) =>
      recordFlood(
        tx,
        { networks: ['flooded'], mailDomains: ['invented.test'], provedMailDomains, limit: 40 },
        { workspaceId: team.workspaceId, hostId: team.host.userId },
      ),
    );
  };
  const statusOf = async ({ bookingId }: BookedRow) =>
    (await stack.sql`select status from bookings where id = ${bookingId}`)[0]?.status;

  it('is listed first, then cleared in one call; only guests who proved their inbox get a mail', async () => {
    const owner = await team.key('owner');
    const [ofDomain, ofNetwork] = [await from('one', 'invented.test', true), await from('flooded', 'any.test', false)];
    const proved = await from('flooded', 'office.test', true);
    const kept = await from('two', 'invented.test', true);
    await openFlood();
    const input = { keep: [kept.bookingId] };
    const preview = await call(bookingFloods.clearBookingFlood, input, owner.headers);
    expect(preview.output).toMatchObject({
      dryRun: true,
      bookingCount: 2,
      flood: { mailDomains: ['invented.test'], networkCount: 1 },
      bookings: [{ id: ofDomain.bookingId }, { id: ofNetwork.bookingId }],
    });
    expect(await statusOf(ofDomain)).toBe('confirmed');
    const cleared = await call(bookingFloods.clearBookingFlood, { ...input, dryRun: false }, owner.headers);
    expect(cleared.output).toMatchObject({ dryRun: false, bookingCount: 2 });
    await expect.poll(() => statusOf(ofDomain)).toBe('canceled');
    await expect.poll(() => statusOf(ofNetwork)).toBe('canceled');
    await Promise.all([announced(stack, ofDomain.bookingId), announced(stack, ofNetwork.bookingId)]);
    expect([await statusOf(proved), await statusOf(kept)]).toEqual(['confirmed', 'confirmed']);
    const claims = [ofDomain.bookingId, ofNetwork.bookingId];
    expect(await stack.sql`select 1 from claims where booking_id = any(${claims}::uuid[])`).toHaveLength(0);
    expect((await stack.mailbox(ofDomain.guest)).map(({ kind }) => kind)).toEqual(['booking_canceled']);
    expect(await stack.mailbox(ofNetwork.guest)).toEqual([]);
    expect(await stack.mailbox(team.members.owner.email)).toEqual([]);
    expect(await logged(ofDomain.bookingId)).toMatchObject([
      { action: 'booking.canceled', actor: 'Key of the owner', source: 'host_mcp' },
    ]);
    const again = await call(bookingFloods.clearBookingFlood, { dryRun: false }, owner.headers);
    expect(again.output).toMatchObject({ flood: null, bookingCount: 0 });
  });

  it('by people who proved nothing is cleared without the meetings of those of that domain who did', async () => {
    const owner = await team.key('owner');
    const [customer, invented] = [await from('a', 'invented.test', true), await from('b', 'invented.test', false)];
    await openFlood([]);
    const preview = await call(bookingFloods.clearBookingFlood, {}, owner.headers);
    expect(preview.output).toMatchObject({ bookingCount: 1, bookings: [{ id: invented.bookingId }] });
    await call(bookingFloods.clearBookingFlood, { dryRun: false }, owner.headers);
    await expect.poll(() => statusOf(invented)).toBe('canceled');
    expect(await statusOf(customer)).toBe('confirmed');
  });

  it('mails the host once, however many bookings are refused; after a quiet day the next one is mailed again', async () => {
    const service = { name: 'Holdfast', fromEmail: 'mail@holdfast.test', publicUrl: 'http://public.test' };
    const { sql, client } = stack;
    const sweep = createSweepActivities({
      ...{ sql, client, service, mailer: localMailer(sql, Date.now) },
      ...{
        ...{ payments: null, now: Date.now, onPaymentRefused: () => {}, onDispute: () => {}, onPlanKept: () => {} },
        taskQueue: 'unused',
        onStranger: () => {},
        heartbeat: () => {},
        isStopping: () => false,
        onStuck: () => {},
        onPartFailed: () => {},
      },
    });
    const inform = () => sweep.mailFloods();
    const kinds = async () => (await stack.mailbox(team.members.owner.email)).map(({ kind }) => kind);
    await openFlood();
    await Promise.all([inform(), inform()]);
    await openFlood();
    await inform();
    expect(await kinds()).toEqual(['booking_flood']);
    await stack.sql`
      update booking_floods set last_at = now() - interval '25 hours' where workspace_id = ${team.workspaceId}`;
    await inform();
    await openFlood();
    await inform();
    expect(await kinds()).toEqual(['booking_flood', 'booking_flood']);
  });
});
