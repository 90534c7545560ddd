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
import { noteDisabled } from './webhook-mails.ts';

/** The result of an attempt. The answer may repeat a guest's data: it is bounded, and deleted with the guest. */
export interface AttemptResult {
  /** null: there was no answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly failure: DeliveryFailure | null;
  readonly answer: string | null;
  readonly tookMs: number;
  /** The URL of the request: the webhook may have another by now. */
  readonly sentTo: string;
}

/** `retryInMs` null: once its webhook is enabled. `stale`: another attempt was settled before, with this end. */
export type Settled =
  | { readonly end: 'delivered' | 'given_up' }
  | { readonly retryInMs: number | null }
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
  /** No key opened its secret at the last attempt. */
  readonly isUnsigned: boolean;
  /** The webhook has another URL now: the result says nothing about that one. */
  readonly urlChanged: boolean;
}

/** Writes the result of an attempt. The caller grants the permit to others afterwards. @param random 0 to 1, spreads retries of what failed together */
export const settleAttempt = (sql: Sql, deliveryId: string, result: AttemptResult, random: number): Promise<Settled> =>
  inTransaction(sql, async (tx): Promise<Settled> => {
    const locked = await lock(tx, deliveryId, result.sentTo);
    if (!locked) return { stale: await endOf(tx, deliveryId) };
    const { delivery, endpoint } = locked;
    const settled = isSuccess(result)
      ? await succeed(tx, delivery, endpoint, result)
      : await fail(tx, delivery, endpoint, result, random);
    if ('end' in settled) await wakeNext(tx, delivery);
    return settled;
  });

async function endOf(tx: Transaction, id: string): Promise<DeliveryEnd> {
  const [row] = await tx<{ state: DeliveryState }[]>`select state from webhook_deliveries where id = ${id}`;
  if (!row) return 'deleted';
  return row.state === 'delivered' || row.state === 'given_up' ? row.state : 'waiting';
}

/** The webhook first, as when permits are granted. undefined: another attempt was settled before, or the rows were deleted. */
async function lock(
  tx: Transaction,
  id: string,
  sentTo: string,
): Promise<{ delivery: Attempted; endpoint: Endpoint } | undefined> {
  const [endpoint] = await tx<Endpoint[]>`
    select failures, disabled_at is not null as "isDisabled", secret_retry_at is not null as "isUnsigned", url <> ${sentTo} as "urlChanged",
      (coalesce(extract(epoch from now() - failing_since), 0) * 1000)::float8 as "failingForMs"
    from webhook_endpoints where id = (select endpoint_id from webhook_deliveries where id = ${id}) for no key update`;
  const [delivery] = await tx<Attempted[]>`
    select d.id, d.endpoint_id as "endpointId", d.subject_id as "subjectId", d.attempts, e.type = ${PING} as "isPing",
      (coalesce(extract(epoch from now() - d.first_attempt_at), 0) * 1000)::float8 as "triedForMs"
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.id = ${id} and d.state = 'sending' for update of d`;
  return endpoint && delivery && { delivery, endpoint };
}

/** The attempt's columns. Its guest may have been deleted during the attempt: then the answer is not kept. */
const attempted = (tx: Transaction, { status, failure, answer, tookMs }: AttemptResult) => tx`
  attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, sending_since), sending_since = null, last_at = clock_timestamp(),
  last_ms = ${tookMs}, last_status = ${status}, last_failure = ${failure},
  last_answer = case when forgotten_at >= sending_since then null else ${answer}::text end`;

const end = (tx: Transaction, { id }: Attempted, state: 'delivered' | 'given_up', result: AttemptResult) => tx`
  update webhook_deliveries set state = ${state}, ended_at = clock_timestamp(), ${attempted(tx, result)} where id = ${id}`;

async function succeed(
  tx: Transaction,
  delivery: Attempted,
  { failures, isDisabled, urlChanged }: Endpoint,
  result: AttemptResult,
): Promise<Settled> {
  await end(tx, delivery, 'delivered', result);
  if (isDisabled || urlChanged) return { end: 'delivered' };
  await tx`
    update webhook_endpoints set failures = 0, failing_since = null, probe_at = '-infinity', secret_retry_at = null,
      last_ms = ${result.tookMs}, last_success_at = clock_timestamp() where id = ${delivery.endpointId}`;
  // The webhook has recovered: what it refused is due at once. Deliveries behind these follow when these end.
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
  if (result.failure === SECRET_UNREADABLE) return postpone(tx, delivery, endpoint, result);
  const isDisabled = endpoint.urlChanged
    ? endpoint.isDisabled
    : await recordFailure(tx, delivery, endpoint, result, random);
  const retryInMs = nextAttemptInMs(delivery.attempts + 1, delivery.triedForMs, random);
  // A disabled webhook keeps what it did not take.
  if (retryInMs === null && !isDisabled) {
    await end(tx, delivery, 'given_up', result);
    return { end: 'given_up' };
  }
  const waitMs = retryInMs ?? 0;
  await tx`
    update webhook_deliveries set state = 'pending', next_at = now() + ${waitMs}::float8 * interval '1 millisecond',
      ${attempted(tx, result)} where id = ${delivery.id}`;
  return { retryInMs: isDisabled ? null : waitMs };
}

/** Counts a failure of the webhook. @returns whether the webhook is disabled now */
async function recordFailure(
  tx: Transaction,
  { endpointId }: Attempted,
  { failures, failingForMs, isDisabled }: Endpoint,
  { status, tookMs }: AttemptResult,
  random: number,
): Promise<boolean> {
  const reason = status === GONE ? 'gone' : failingForMs >= GIVE_UP_AFTER_MS ? 'failing' : null;
  await tx`
    update webhook_endpoints set failures = ${failures + 1}, failing_since = coalesce(failing_since, now()), last_ms = ${tookMs}, secret_retry_at = null,
      probe_at = now() + ${nextProbeInMs(failures + 1, random)}::float8 * interval '1 millisecond' where id = ${endpointId}`;
  if (reason !== null && !isDisabled) await disable(tx, endpointId, reason);
  return isDisabled || reason !== null;
}

/** Nothing was sent, by a fault of this installation: it counts neither as an attempt nor as a failure of the receiver. The order stays. */
async function postpone(
  tx: Transaction,
  { id, endpointId }: Attempted,
  { isUnsigned, isDisabled }: Endpoint,
  { failure, tookMs }: AttemptResult,
): Promise<Settled> {
  const retryInMs = isUnsigned ? SECRET_AGAIN_MS.further : SECRET_AGAIN_MS.first;
  await tx`
    update webhook_endpoints set secret_retry_at = now() + ${retryInMs}::float8 * interval '1 millisecond' where id = ${endpointId}`;
  await tx`
    update webhook_deliveries set state = 'pending', next_at = now() + ${retryInMs}::float8 * interval '1 millisecond', sending_since = null,
      last_at = clock_timestamp(), last_ms = ${tookMs}, last_status = null, last_failure = ${failure}, last_answer = null where id = ${id}`;
  return { retryInMs: isDisabled ? null : retryInMs };
}

async function disable(tx: Transaction, endpointId: string, reason: WhyDisabled): Promise<void> {
  await tx`
    update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = ${reason} where id = ${endpointId}`;
  await noteDisabled(tx, endpointId, reason);
}

/** The next event of the subject is due at once. */
const wakeNext = (tx: Transaction, { endpointId, subjectId }: Attempted) => tx`
  update webhook_deliveries set next_at = now() where next_at > now() and attempts = 0 and id = (
    select id from webhook_deliveries where endpoint_id = ${endpointId} and subject_id = ${subjectId} and state = 'pending'
    order by seq limit 1)`;
