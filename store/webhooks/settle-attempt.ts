import type { Sql } from 'postgres';
import { type DeliveryEnd, SECRET_UNREADABLE, type WhyDisabled } from '../../domain/webhooks/delivery.ts';
import {
  FAILING_AFTER,
  GIVE_UP_AFTER_MS,
  nextAttemptInMs,
  nextProbeInMs,
  SECRET_AGAIN_MS,
} from '../../domain/webhooks/schedule.ts';
import { type DeliveryFailure, type DeliveryState, PING } from '../../schemas/shapes/webhook-events.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { noteDisabled } from './disabled-mail.ts';
import { giveTurnsIn, type Turn } from './turns.ts';

/** What came of an attempt. The answer's text may hold what a receiver repeats: it is bounded, and goes with the guest. */
export interface AttemptResult {
  /** null: there was no answer. */
  readonly status: number | null;
  /** Why there was none. */
  readonly failure: DeliveryFailure | null;
  readonly answer: string | null;
  readonly tookMs: number;
  /** The address that was asked: the endpoint may have another by now. */
  readonly sentTo: string;
}

/** `inMs`: it is tried again then; null: once its endpoint is enabled again. `stale`: another attempt was settled before; it ended so. */
export type Settled =
  | { readonly end: 'delivered' | 'given_up' }
  | { readonly inMs: number | null }
  | { readonly stale: DeliveryEnd };

const GONE = 410;

const isSuccess = ({ status }: AttemptResult): boolean => status !== null && status >= 200 && status < 300;

interface Attempted {
  readonly id: string;
  readonly endpointId: string;
  readonly subjectId: string;
  readonly attempts: number;
  readonly triedForMs: number;
  readonly isPing: boolean;
}

interface Endpoint {
  readonly failures: number;
  readonly failingForMs: number;
  readonly isDisabled: boolean;
  /** No key opened its secret at the last try. */
  readonly isUnsigned: boolean;
  /** The try went to an address that it has no more: its outcome is of that one. */
  readonly isElsewhere: boolean;
}

/** Writes what came of an attempt, and gives the turns that it leaves. @param random 0 to 1, spreads what failed together */
export const settleAttempt = (
  sql: Sql,
  deliveryId: string,
  result: AttemptResult,
  random: number,
): Promise<{ readonly settled: Settled; readonly turns: Turn[] }> =>
  inTransaction(sql, async (tx) => {
    const locked = await lock(tx, deliveryId, result.sentTo);
    if (!locked) return { settled: { stale: await endOf(tx, deliveryId) }, turns: [] };
    const { delivery, endpoint } = locked;
    const settled = isSuccess(result)
      ? await succeed(tx, delivery, endpoint, result)
      : await fail(tx, delivery, endpoint, result, random);
    if ('end' in settled) await callNext(tx, delivery);
    return { settled, turns: await giveTurnsIn(tx, delivery.endpointId) };
  });

/** How a delivery stands that is not on its way. */
async function endOf(tx: Transaction, id: string): Promise<DeliveryEnd> {
  const [row] = await tx<{ state: DeliveryState }[]>`select state from webhook_deliveries where id = ${id}`;
  if (!row) return 'gone';
  return row.state === 'delivered' || row.state === 'given_up' ? row.state : 'waits';
}

/** The endpoint first, as all who give turns. undefined: somebody else has settled this attempt, or the rows are gone. */
async function lock(
  tx: Transaction,
  id: string,
  sentTo: string,
): Promise<{ delivery: Attempted; endpoint: Endpoint } | undefined> {
  const [endpoint] = await tx<Endpoint[]>`
    select failures, disabled_at is not null as "isDisabled", secret_retry_at is not null as "isUnsigned", url <> ${sentTo} as "isElsewhere",
      (coalesce(extract(epoch from now() - failing_since), 0) * 1000)::float8 as "failingForMs"
    from webhook_endpoints where id = (select endpoint_id from webhook_deliveries where id = ${id}) for no key update`;
  const [delivery] = await tx<Attempted[]>`
    select d.id, d.endpoint_id as "endpointId", d.subject_id as "subjectId", d.attempts, e.type = ${PING} as "isPing",
      (coalesce(extract(epoch from now() - d.first_attempt_at), 0) * 1000)::float8 as "triedForMs"
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.id = ${id} and d.state = 'sending' for update of d`;
  return endpoint && delivery && { delivery, endpoint };
}

/** The attempt's part of the row. What it sent may be of a guest who was deleted meanwhile: then its answer is not kept. */
const attempted = (tx: Transaction, { status, failure, answer, tookMs }: AttemptResult) => tx`
  attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, turn_at), turn_at = null, last_at = clock_timestamp(),
  last_ms = ${tookMs}, last_status = ${status}, last_failure = ${failure},
  last_answer = case when forgotten_at >= turn_at then null else ${answer}::text end`;

const end = (tx: Transaction, { id }: Attempted, state: 'delivered' | 'given_up', result: AttemptResult) => tx`
  update webhook_deliveries set state = ${state}, ended_at = clock_timestamp(), ${attempted(tx, result)} where id = ${id}`;

async function succeed(
  tx: Transaction,
  delivery: Attempted,
  { failures, isDisabled, isElsewhere }: Endpoint,
  result: AttemptResult,
): Promise<Settled> {
  await end(tx, delivery, 'delivered', result);
  if (isDisabled || isElsewhere) return { end: 'delivered' };
  await tx`
    update webhook_endpoints set failures = 0, failing_since = null, probe_at = '-infinity', secret_retry_at = null,
      last_ms = ${result.tookMs}, last_success_at = clock_timestamp() where id = ${delivery.endpointId}`;
  // It is well again: what it refused meanwhile need not wait any longer. What waits behind that is called when its turn comes.
  if (failures >= FAILING_AFTER)
    await tx`
      update webhook_deliveries set next_at = now()
      where endpoint_id = ${delivery.endpointId} and state = 'pending' and next_at > now() and attempts > 0`;
  return { end: 'delivered' };
}

async function fail(
  tx: Transaction,
  delivery: Attempted,
  endpoint: Endpoint,
  result: AttemptResult,
  random: number,
): Promise<Settled> {
  if (delivery.isPing) {
    await end(tx, delivery, 'given_up', result);
    return { end: 'given_up' };
  }
  if (result.failure === SECRET_UNREADABLE) return putOff(tx, delivery, endpoint, result);
  const isDisabled = endpoint.isElsewhere ? endpoint.isDisabled : await blame(tx, delivery, endpoint, result, random);
  const inMs = nextAttemptInMs(delivery.attempts + 1, delivery.triedForMs, random);
  // What a disabled endpoint did not take waits for it as it is.
  if (inMs === null && !isDisabled) {
    await end(tx, delivery, 'given_up', result);
    return { end: 'given_up' };
  }
  const waitMs = inMs ?? 0;
  await tx`
    update webhook_deliveries set state = 'pending', next_at = now() + ${waitMs}::float8 * interval '1 millisecond',
      ${attempted(tx, result)} where id = ${delivery.id}`;
  return { inMs: isDisabled ? null : waitMs };
}

/** Counts it against the endpoint. @returns whether that disabled it, now or before */
async function blame(
  tx: Transaction,
  { endpointId }: Attempted,
  { failures, failingForMs, isDisabled }: Endpoint,
  { status, tookMs }: AttemptResult,
  random: number,
): Promise<boolean> {
  const reason = status === GONE ? 'gone' : failingForMs >= GIVE_UP_AFTER_MS ? 'failing' : null;
  await noteFailure(tx, endpointId, { failures: failures + 1, tookMs, random });
  if (reason !== null && !isDisabled) await disable(tx, endpointId, reason);
  return isDisabled || reason !== null;
}

/** Nothing left, by our fault: neither a try nor a failure of the receiver. It keeps its place in the order. */
async function putOff(
  tx: Transaction,
  { id, endpointId }: Attempted,
  { isUnsigned, isDisabled }: Endpoint,
  { failure, tookMs }: AttemptResult,
): Promise<Settled> {
  const inMs = isUnsigned ? SECRET_AGAIN_MS.further : SECRET_AGAIN_MS.first;
  await tx`
    update webhook_endpoints set secret_retry_at = now() + ${inMs}::float8 * interval '1 millisecond' where id = ${endpointId}`;
  await tx`
    update webhook_deliveries set state = 'pending', next_at = now() + ${inMs}::float8 * interval '1 millisecond', turn_at = null,
      last_at = clock_timestamp(), last_ms = ${tookMs}, last_status = null, last_failure = ${failure}, last_answer = null where id = ${id}`;
  return { inMs: isDisabled ? null : inMs };
}

const noteFailure = (
  tx: Transaction,
  endpointId: string,
  { failures, tookMs, random }: { readonly failures: number; readonly tookMs: number; readonly random: number },
) => tx`
  update webhook_endpoints set failures = ${failures}, failing_since = coalesce(failing_since, now()), last_ms = ${tookMs}, secret_retry_at = null,
    probe_at = now() + ${nextProbeInMs(failures, random)}::float8 * interval '1 millisecond' where id = ${endpointId}`;

async function disable(tx: Transaction, endpointId: string, reason: WhyDisabled): Promise<void> {
  await tx`
    update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = ${reason} where id = ${endpointId}`;
  await noteDisabled(tx, endpointId, reason);
}

/** The next of the same subject need not wait for its look. */
const callNext = (tx: Transaction, { endpointId, subjectId }: Attempted) => tx`
  update webhook_deliveries set next_at = now() where next_at > now() and attempts = 0 and id = (
    select id from webhook_deliveries where endpoint_id = ${endpointId} and subject_id = ${subjectId} and state = 'pending'
    order by seq limit 1)`;
