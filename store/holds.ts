import type { BookingPage } from '../domain/booking-page.ts';
import { listSlots } from '../domain/slots/list.ts';
import { AppError } from '../schemas/errors.ts';
import { readClaimsFor } from './booking-pages.ts';
import type { Challenge } from './challenges.ts';
import { blocking, claimHold, judge, readUnderLock, refusalReason, releaseClaim } from './claims.ts';
import type { CodeRequest } from './code-requests.ts';
import type { Transaction } from './database.ts';
import { lockEventAndHost } from './locks.ts';

const FIRM_MS = 3 * 60_000;
const HOLDS_PER_INBOX = 3;
const HOLDS_PER_CLIENT_AND_HOST = 3;
const SHARE_OF_A_DAY = 0.2;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A kept slot, or why it is not kept. */
export type Hold =
  | { readonly held: true; readonly firmUntilMs: number }
  | { readonly held: false; readonly reason: 'too_many_holds' };

/**
 * Keeps a slot for a challenge: firm for three minutes, gone with the code. One for each guest and event; over a cap the
 * slot is not kept, and the code still goes out.
 *
 * @throws AppError with the evaluator's reason in details when the start can't be booked; the caller adds alternatives.
 */
export async function holdSlot(
  tx: Transaction,
  request: CodeRequest,
  challenge: Challenge,
  startMs: number,
): Promise<Hold> {
  const { page } = request;
  await lockEventAndHost(tx, page.rules.eventTypeId, page.host.id);
  await releaseOtherHolds(tx, request, challenge.id);
  const { claims, now } = await readUnderLock(tx, page, startMs);
  const verdict = judge(page, claims, { startMs, now, ownBookingId: challenge.id });
  if (!verdict.offered) throw slotRefused(refusalReason(verdict));
  if (await overCap(tx, request, challenge.id, startMs, now)) {
    await releaseClaim(tx, challenge.id);
    return { held: false, reason: 'too_many_holds' };
  }
  const firmUntilMs = Math.min(now + FIRM_MS, challenge.expiresMs);
  await claimHold(tx, page, {
    bookingId: challenge.id,
    startMs,
    endMs: startMs + page.rules.durationMinutes * MINUTE_MS,
    firmUntilMs,
    expiresAtMs: Math.max(challenge.expiresMs, firmUntilMs),
  });
  await tx`update challenges set start_at = ${new Date(startMs)} where id = ${challenge.id}`;
  return { held: true, firmUntilMs };
}

const slotRefused = (reason: string): AppError =>
  reason === 'slot_taken'
    ? new AppError('resource.conflict', 'That slot is taken. Pick another one.', { reason })
    : new AppError('request.unprocessable', 'That start cannot be booked.', { reason });

/** One hold for each guest and event: an earlier one, asked for another inbox, makes way. */
const releaseOtherHolds = (tx: Transaction, request: CodeRequest, challengeId: string) => tx`
  delete from claims using challenges c
  where claims.kind = 'hold' and claims.event_type_id = ${request.eventTypeId} and claims.booking_id = c.id
    and c.guest_email = ${request.guestEmail} and c.id <> ${challengeId}`;

async function overCap(
  tx: Transaction,
  { page, receivingEmail, clientNetwork }: CodeRequest,
  challengeId: string,
  startMs: number,
  now: number,
): Promise<boolean> {
  const [held] = await tx<{ inbox: number; client: number }[]>`
    select count(*) filter (where c.receiving_email = ${receivingEmail})::int as inbox,
      count(*) filter (where c.client_network = ${clientNetwork} and claims.host_id = ${page.host.id})::int as client
    from claims join challenges c on c.id = claims.booking_id
    where claims.kind = 'hold' and claims.firm_until > clock_timestamp() and c.id <> ${challengeId}
      and (c.receiving_email = ${receivingEmail} or claims.host_id = ${page.host.id})`;
  if (!held || held.inbox >= HOLDS_PER_INBOX || held.client >= HOLDS_PER_CLIENT_AND_HOST) return true;
  return overDailyShare(tx, page, challengeId, startMs, now);
}

/** Holds may cover a fifth of what a host could still offer around that day, and one at least. */
async function overDailyShare(
  tx: Transaction,
  page: BookingPage,
  challengeId: string,
  startMs: number,
  now: number,
): Promise<boolean> {
  if (!page.schedule) return true;
  const window = { startMs: startMs - DAY_MS / 2, endMs: startMs + DAY_MS / 2 };
  const claims = await readClaimsFor(tx, page, window);
  const bookings = blocking(
    claims.filter((claim) => claim.firmUntilMs === null),
    now,
  );
  const host = { hostId: page.host.id, schedule: page.schedule, busy: bookings };
  const open = listSlots({ host, rules: page.rules, window, now }).starts.length;
  const holds = claims.filter(
    (claim) =>
      claim.bookingId !== challengeId &&
      claim.firmUntilMs !== null &&
      claim.firmUntilMs > now &&
      claim.startMs >= window.startMs &&
      claim.startMs < window.endMs,
  ).length;
  return holds >= Math.max(1, Math.floor(open * SHARE_OF_A_DAY));
}
