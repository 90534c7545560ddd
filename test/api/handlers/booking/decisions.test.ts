import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Dispatcher } from '../../../../api/core/call.ts';
import type { Services } from '../../../../api/core/services.ts';
import type { PageMachinery } from '../../../../api/origins.ts';
import { makePages } from '../../../../api/pages/shell/make-pages.ts';
import type { decisions } from '../../../../schemas/operations/booking/decisions.ts';
import { flowId, flows } from '../../../../workflows/catalogue.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost } from '../../../support/drivers/host.ts';
import { http } from '../../../support/drivers/http.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { callerOver, type Outcome, outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import {
  announced,
  bookMeeting,
  decideTokenIn,
  eventually,
  iso,
  mailCounts,
} from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let dispatch: Dispatcher['dispatch'];
beforeAll(async () => {
  const api = {
    makePages: (services: Services, machinery: PageMachinery) => {
      dispatch = machinery.dispatcher.dispatch;
      return makePages(services, machinery);
    },
  };
  stack = await startStack({ demo: false, deadlineMs: 20_000, api });
});
afterAll(() => stack.close());

const caller = callerOver('REST', () => stack);

type Decisions = typeof decisions;

/** Calls as the page does: only pages serve these operations. */
async function ask<Name extends keyof Decisions>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
  page: { readonly language?: 'de' } = {},
): Promise<Outcome<z.output<Decisions[Name]['output']>>> {
  const by = { ip: '192.0.2.1', source: 'web', requestId: 'test', ...page } as const;
  const outcome = await dispatch('booking', name, input, by);
  return outcome.ok
    ? { ok: true, output: outcome.output as z.output<Decisions[Name]['output']> }
    : { ok: false, status: outcome.status, error: outcome.envelope.error };
}

const view = async (token: string) => outputOf(await ask('viewDecision', { token }));

const newRequest = async (more = {}) => {
  const host = await createHost(stack.sql, { requires_approval: true });
  const meeting = await bookMeeting(stack, caller, host, (await host.openStarts())[9] ?? 0, more);
  const hostEmail = (await host.event()).host.email;
  const token = decideTokenIn(await stack.waitForMail(hostEmail, 'booking_pending'));
  return { ...meeting, host, hostEmail, manageToken: meeting.token, token };
};

const statusOf = async (bookingId: string) => {
  const [row] = await stack.sql`select status, cancel_reason from bookings where id = ${bookingId}`;
  return [row?.status, row?.cancel_reason];
};

/** The host decides about the time that the page shows now. */
const say = async (
  token: string,
  decision: 'approve' | 'decline',
  more: { reason?: string; startAt?: string } = {},
) => {
  const seen = { token, startAt: more.startAt ?? (await view(token)).booking.startAt };
  return decision === 'approve'
    ? ask('approveFromMail', seen)
    : ask('declineFromMail', { ...seen, ...(more.reason ? { reason: more.reason } : {}) });
};

const reasonOf = async (outcome: Promise<Outcome<unknown>>) => {
  const { status, details } = refusalOf(await outcome);
  return [status, details.reason];
};

/** Makes the flow read its rows, as its timer would. */
const nudge = (bookingId: string) =>
  stack.client.workflow.getHandle(flowId('booking', bookingId)).signal(flows.booking.signals.nudge);

describe('a request that waits for the host', () => {
  it('keeps its slot and shows the host what is asked', async () => {
    const { host, token, startMs, guest } = await newRequest();
    expect(await host.openStarts()).not.toContain(startMs);
    expect(await view(token)).toMatchObject({
      booking: { startAt: iso(startMs), status: 'pending_confirmation' },
      canDecide: true,
      eventType: { name: 'Call' },
      place: 'Phone call: Call me',
      host: { timezone: 'UTC' },
      invitee: { email: guest, timezone: 'Europe/Berlin' },
    });
    expect(outputOf(await ask('viewDecision', { token }, { language: 'de' })).place).toBe('Telefonat: Call me');
  });

  it('approved: confirmed, with the invite to everyone, once, even if asked twice', async () => {
    const extra = newGuest();
    const { bookingId, token, guest, hostEmail, host, startMs } = await newRequest({ guests: [extra] });
    expect(await mailCounts(stack, extra)).toEqual({});
    for (const twin of await Promise.all([1, 2].map(() => say(token, 'approve')))) outputOf(twin);
    expect(outputOf(await say(token, 'approve'))).toEqual({ booking: { id: bookingId } });
    expect(await statusOf(bookingId)).toEqual(['confirmed', null]);
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_confirmation: 1 });
    expect(await mailCounts(stack, hostEmail)).toEqual({ booking_pending: 1, booking_confirmation: 1 });
    expect(await mailCounts(stack, extra)).toEqual({ booking_confirmation: 1 });
    expect(await host.openStarts()).not.toContain(startMs);
    expect(await reasonOf(say(token, 'decline'))).toEqual([409, 'already_decided']);
    expect((await view(token)).canDecide).toBe(false);
  });

  it('moved by the guest meanwhile: the time that the host saw is not approved', async () => {
    const { bookingId, token, manageToken, startMs } = await newRequest();
    const host = new PageClient(stack.appUrl);
    const { html } = await host.open(`/decide/${token}`);
    expect((await view(token)).movedFrom).toBeNull();
    await caller.call('rescheduleAsGuest', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    expect((await view(token)).movedFrom).toEqual({ startAt: iso(startMs), wasMeeting: false });
    await caller.call('rescheduleAsGuest', { token: manageToken, startAt: iso(startMs + 3_600_000) });
    expect((await view(token)).movedFrom).toEqual({ startAt: iso(startMs + 1_800_000), wasMeeting: false });
    const late = await host.submit(`/decide/${token}`, {
      pageToken: hiddenField(html, 'pageToken'),
      startAt: hiddenField(html, 'startAt'),
      decision: 'approve',
    });
    expect([late.status, late.html]).toEqual([403, expect.stringContaining('The time has changed')]);
    expect(late.html).toContain('would like to meet at another time');
    // Before both moves, it had been approved.
    await stack.sql`update booking_changes set kind = 'requested' where booking_id = ${bookingId} and previous_start_at = ${new Date(startMs)}`;
    expect((await view(token)).movedFrom).toEqual({ startAt: iso(startMs), wasMeeting: true });
    // A move by the host is not shown as the guest's.
    await stack.sql`update booking_changes set actor = 'host' where booking_id = ${bookingId} and previous_start_at is not null`;
    expect((await view(token)).movedFrom).toBeNull();
    expect(await reasonOf(say(token, 'approve', { startAt: iso(startMs) }))).toEqual([409, 'request_moved']);
    expect(await statusOf(bookingId)).toEqual(['pending_confirmation', null]);
    outputOf(await say(token, 'approve'));
    expect(await statusOf(bookingId)).toEqual(['confirmed', null]);
  });

  it('moved to a later time: the host has until its new start, but no more days than for the first', async () => {
    const { bookingId, token, manageToken, startMs } = await newRequest();
    const soon = new Date(Date.now() + 3_600_000);
    await stack.sql`update bookings set decide_by = ${soon} where id = ${bookingId}`;
    const asked = new Date(Date.now() - 47.5 * 3_600_000);
    await stack.sql`update booking_changes set created_at = ${asked} where booking_id = ${bookingId}`;
    await caller.call('rescheduleAsGuest', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    const decideByMs = Date.parse((await view(token)).decideBy ?? '');
    const [request] =
      await stack.sql`select created_at from booking_changes where booking_id = ${bookingId} and kind = 'requested'`;
    expect(decideByMs).toBe(Math.min(request?.created_at.getTime() + 48 * 3_600_000, startMs + 1_800_000));
  });

  it('declined: canceled, its slot free, with the host’s words to the guest', async () => {
    const { bookingId, token, manageToken, guest, hostEmail, host, startMs } = await newRequest();
    outputOf(await say(token, 'decline', { reason: 'On leave that week' }));
    expect(await statusOf(bookingId)).toEqual(['canceled', 'On leave that week']);
    expect(await host.openStarts()).toContain(startMs);
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_canceled: 1 });
    expect((await stack.mailbox(guest))[0]?.text).toContain('On leave that week');
    expect(await mailCounts(stack, hostEmail)).toMatchObject({ booking_pending: 1 });
    expect(await reasonOf(say(token, 'approve'))).toEqual([409, 'already_decided']);
    const moved = await caller.call('rescheduleAsGuest', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    expect(refusalOf(moved).details.reason).toBe('booking_canceled');
  });

  it('ends by itself when nobody decided in time', async () => {
    const { bookingId, token, guest, host, startMs } = await newRequest();
    await stack.sql`update bookings set decide_by = clock_timestamp() where id = ${bookingId}`;
    expect((await view(token)).canDecide).toBe(false);
    await nudge(bookingId);
    await eventually('the end of the request', async () => (await statusOf(bookingId))[0] === 'canceled');
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_canceled: 1 });
    expect(await host.openStarts()).toContain(startMs);
    expect(await reasonOf(say(token, 'approve'))).toEqual([409, 'already_decided']);
  });

  it('cannot be approved past its time, even before the flow has looked', async () => {
    const { bookingId, token, manageToken, startMs } = await newRequest();
    await stack.sql`update bookings set decide_by = clock_timestamp() where id = ${bookingId}`;
    const moved = await caller.call('rescheduleAsGuest', { token: manageToken, startAt: iso(startMs + 1_800_000) });
    expect(refusalOf(moved)).toMatchObject({ status: 409, details: { reason: 'booking_canceled' } });
    expect(await reasonOf(say(token, 'approve'))).toEqual([409, 'already_decided']);
  });

  it('asked for a start within 48 h must be decided before it', async () => {
    const { bookingId, startMs } = await newRequest();
    const [row] = await stack.sql`select decide_by, created_at from bookings where id = ${bookingId}`;
    const in48h = row?.created_at.getTime() + 48 * 3_600_000;
    expect(Math.abs(row?.decide_by.getTime() - Math.min(startMs, in48h))).toBeLessThan(2_000);
  });

  it('canceled by the guest cannot be decided any more', async () => {
    const { token, manageToken } = await newRequest();
    outputOf(await caller.call('cancelAsGuest', { token: manageToken }));
    expect(await reasonOf(say(token, 'approve'))).toEqual([409, 'already_decided']);
  });

  it('has tokens of one purpose each', async () => {
    const { token, manageToken, startMs } = await newRequest();
    const seen = { token: manageToken, startAt: iso(startMs) };
    for (const asked of [ask('approveFromMail', seen), ask('declineFromMail', seen), ask('viewDecision', seen)])
      expect(await reasonOf(asked)).toEqual([404, 'unknown_token']);
    expect(refusalOf(await caller.call('cancelAsGuest', { token })).status).toBe(404);
  });
});

describe('the host’s word', () => {
  it('is checked as any input is: nothing is decided by half a call or with an essay', async () => {
    const { bookingId, token, startMs } = await newRequest();
    const paths = async (outcome: Promise<Outcome<unknown>>) =>
      refusalOf(await outcome).details.issues.map(({ path }: { path: string }) => path);
    expect(await paths(ask('approveFromMail', { token }))).toEqual(['startAt']);
    const seen = { token, startAt: iso(startMs) };
    expect(await paths(ask('declineFromMail', { ...seen, reason: 'x'.repeat(501) }))).toEqual(['reason']);
    expect(await paths(ask('declineFromMail', { ...seen, reason: 'a\u0000b' }))).toEqual(['reason']);
    expect(await statusOf(bookingId)).toEqual(['pending_confirmation', null]);
  });

  it('leaves one line in the log for each call, without the token', async () => {
    const { token } = await newRequest();
    const before = stack.logLines.length;
    outputOf(await say(token, 'decline', { reason: 'Not this week' }));
    const lines = stack.logLines.slice(before);
    const operations = lines.map((line) => JSON.parse(line).operation).filter((name) => /^booking\./.test(name));
    expect(operations).toEqual(['booking.viewDecision', 'booking.declineFromMail']);
    expect(lines.join()).not.toContain(token);
  });

  it('is accepted from the page alone', async () => {
    const { token } = await newRequest();
    for (const origin of [stack.appUrl, stack.publicUrl])
      for (const base of ['/api/v1', '/api/v1/public'])
        expect((await http(`${origin}${base}/decide/${token}`)).status).toBe(404);
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
    expect(await stack.client.workflow.getHandle(flowId('booking', bookingId)).result()).toBe('completed');
  });
});
