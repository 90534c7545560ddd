import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBookingFlows } from '../../../api/booking/booking-flows.ts';
import { decide, viewDecision } from '../../../api/booking/decisions.ts';
import { AppError } from '../../../schemas/errors.ts';
import { bookingMessages, bookingWorkflowId } from '../../../workflows/messages.ts';
import { newGuest } from '../../support/guest.ts';
import { createHost } from '../../support/host.ts';
import { announced, bookMeeting, decideTokenIn, eventually, iso, mailCounts } from '../../support/meeting.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { callerOver, outputOf, refusalOf } from '../../support/surfaces.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

const caller = callerOver('REST', () => stack);
const services = () => ({ sql: stack.sql, flows: createBookingFlows(stack.client, stack.taskQueue) });

const newRequest = async (more = {}) => {
  const host = await createHost(stack.sql, { requires_approval: true });
  const meeting = await bookMeeting(stack, caller, host, (await host.openStarts())[9] ?? 0, more);
  const hostEmail = (await host.page()).host.email;
  const token = decideTokenIn(await stack.waitForMail(hostEmail, 'booking_pending'));
  return { ...meeting, host, hostEmail, manageToken: meeting.token, token };
};

const statusOf = async (bookingId: string) => {
  const [row] = await stack.sql`select status, cancel_reason from bookings where id = ${bookingId}`;
  return [row?.status, row?.cancel_reason];
};

const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? [error.code, error.details?.reason] : error;
};

/** The host's word on the time that the page shows now. */
const say = async (token: string, decision: 'approve' | 'decline', reason: string | null = null, seenMs?: number) => {
  const startMs = seenMs ?? (await viewDecision(services(), token, Date.now())).meeting.startMs;
  return decide(services(), token, { decision, reason, startMs });
};

/** Has the flow look at the rows, as its timer would. */
const nudge = (bookingId: string) =>
  stack.client.workflow.getHandle(bookingWorkflowId(bookingId)).signal(bookingMessages.nudge);

describe('a request that waits for the host', () => {
  it('keeps its slot and shows the host what is asked', async () => {
    const { host, token, startMs, guest } = await newRequest();
    expect(await host.openStarts()).not.toContain(startMs);
    const { meeting, status, canDecide } = await viewDecision(services(), token, Date.now());
    expect([status, canDecide, meeting.startMs, meeting.guestEmail]).toEqual([
      'pending_confirmation',
      true,
      startMs,
      guest,
    ]);
  });

  it('approved: confirmed, with the invite to everyone, once, even if asked twice', async () => {
    const extra = newGuest();
    const { bookingId, token, guest, hostEmail, host, startMs } = await newRequest({ guests: [extra] });
    expect(await mailCounts(stack, extra)).toEqual({});
    await Promise.all([1, 2].map(() => say(token, 'approve', null)));
    await say(token, 'approve', null);
    expect(await statusOf(bookingId)).toEqual(['confirmed', null]);
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_confirmation: 1 });
    expect(await mailCounts(stack, hostEmail)).toEqual({ booking_pending: 1, booking_confirmation: 1 });
    expect(await mailCounts(stack, extra)).toEqual({ booking_confirmation: 1 });
    expect(await host.openStarts()).not.toContain(startMs);
    expect(await reasonOf(say(token, 'decline', null))).toEqual(['resource.conflict', 'already_decided']);
    expect((await viewDecision(services(), token, Date.now())).canDecide).toBe(false);
  });

  it('moved by the guest meanwhile: the time that the host saw is not approved', async () => {
    const { bookingId, token, manageToken, startMs } = await newRequest();
    await caller.call('rescheduleBooking', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    expect(await reasonOf(say(token, 'approve', null, startMs))).toEqual(['resource.conflict', 'request_moved']);
    expect(await statusOf(bookingId)).toEqual(['pending_confirmation', null]);
    await say(token, 'approve');
    expect(await statusOf(bookingId)).toEqual(['confirmed', null]);
  });

  it('declined: canceled, its slot free, with the host’s words to the guest', async () => {
    const { bookingId, token, manageToken, guest, hostEmail, host, startMs } = await newRequest();
    await say(token, 'decline', 'On leave that week');
    expect(await statusOf(bookingId)).toEqual(['canceled', 'On leave that week']);
    expect(await host.openStarts()).toContain(startMs);
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_canceled: 1 });
    expect((await stack.mailbox(guest))[0]?.text).toContain('On leave that week');
    expect(await mailCounts(stack, hostEmail)).toMatchObject({ booking_pending: 1 });
    expect(await reasonOf(say(token, 'approve', null))).toEqual(['resource.conflict', 'already_decided']);
    const moved = await caller.call('rescheduleBooking', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    expect(refusalOf(moved).details.reason).toBe('booking_canceled');
  });

  it('ends by itself when nobody decided in time', async () => {
    const { bookingId, token, guest, host, startMs } = await newRequest();
    await stack.sql`update bookings set decide_by = clock_timestamp() where id = ${bookingId}`;
    expect((await viewDecision(services(), token, Date.now() + 1)).canDecide).toBe(false);
    await nudge(bookingId);
    await eventually('the end of the request', async () => (await statusOf(bookingId))[0] === 'canceled');
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_canceled: 1 });
    expect(await host.openStarts()).toContain(startMs);
    expect(await reasonOf(say(token, 'approve', null))).toEqual(['resource.conflict', 'already_decided']);
  });

  it('cannot be approved past its time, even before the flow has looked', async () => {
    const { bookingId, token, manageToken, startMs } = await newRequest();
    await stack.sql`update bookings set decide_by = clock_timestamp() where id = ${bookingId}`;
    const moved = await caller.call('rescheduleBooking', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    expect(refusalOf(moved)).toMatchObject({ status: 409, details: { reason: 'booking_canceled' } });
    expect(await reasonOf(say(token, 'approve', null))).toEqual(['resource.conflict', 'already_decided']);
  });

  it('asked for a start within 48 h must be decided before it', async () => {
    const { bookingId, startMs } = await newRequest();
    const [row] = await stack.sql`select decide_by, created_at from bookings where id = ${bookingId}`;
    const in48h = row?.created_at.getTime() + 48 * 3_600_000;
    expect(Math.abs(row?.decide_by.getTime() - Math.min(startMs, in48h))).toBeLessThan(2_000);
  });

  it('canceled by the guest cannot be decided any more', async () => {
    const { token, manageToken } = await newRequest();
    outputOf(await caller.call('cancelBooking', { token: manageToken }));
    expect(await reasonOf(say(token, 'approve', null))).toEqual(['resource.conflict', 'already_decided']);
  });

  it('has tokens of one purpose each', async () => {
    const { token, manageToken } = await newRequest();
    expect(await reasonOf(say(manageToken, 'approve', null))).toEqual(['resource.not_found', 'unknown_token']);
    expect(refusalOf(await caller.call('cancelBooking', { token })).status).toBe(404);
  });
});

describe('a confirmed meeting', () => {
  it('is completed at its end, without any mail', async () => {
    const host = await createHost(stack.sql);
    const { bookingId, guest } = await bookMeeting(stack, caller, host, (await host.openStarts())[2] ?? 0);
    await stack.sql`
      update bookings set start_at = clock_timestamp() - interval '31 minutes', end_at = clock_timestamp() - interval '1 minute'
      where id = ${bookingId}`;
    await nudge(bookingId);
    await eventually('completion', async () => (await statusOf(bookingId))[0] === 'completed');
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_confirmation: 1 });
    expect(await stack.client.workflow.getHandle(bookingWorkflowId(bookingId)).result()).toBe('completed');
  });
});
