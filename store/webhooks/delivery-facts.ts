import type { SealedToken } from '../../domain/sealed-token.ts';
import type { DeliveryWait, WaitsFor } from '../../domain/webhooks/delivery.ts';
import { FAILING_AFTER } from '../../domain/webhooks/schedule.ts';
import { PING, type SentEvent } from '../../schemas/shapes/webhook-events.ts';
import type { Queryable } from '../database.ts';

/** All that one attempt needs. */
export interface DeliveryFacts {
  readonly endpointId: string;
  readonly url: string;
  readonly payload: 'full' | 'thin';
  readonly secret: SealedToken;
  /** null: only one secret signs. */
  readonly previousSecret: SealedToken | null;
  /** After the permit was granted, its webhook was disabled (pings are sent all the same), or its workspace deleted. */
  readonly isStopped: boolean;
  /** Attempts before this one. */
  readonly attempts: number;
  readonly event: StoredEvent;
}

export interface StoredEvent {
  readonly id: string;
  readonly workspaceId: string;
  readonly type: SentEvent;
  readonly subjectId: string;
  readonly at: Date;
  /** The state at the time of the event. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface Row extends Omit<DeliveryFacts, 'secret' | 'previousSecret' | 'event'>, Omit<StoredEvent, 'id'> {
  readonly eventId: string;
  readonly bytes: Buffer;
  readonly keyId: string;
  readonly previousBytes: Buffer | null;
  readonly previousKeyId: string | null;
}

/** undefined: it was deleted with its webhook or workspace. */
export async function readDeliveryFacts(sql: Queryable, deliveryId: string): Promise<DeliveryFacts | undefined> {
  const [row] = await sql<Row[]>`
    select h.id as "endpointId", h.url, h.payload, h.secret as bytes, h.secret_key as "keyId",
      case when h.previous_until > clock_timestamp() then h.previous_secret end as "previousBytes",
      case when h.previous_until > clock_timestamp() then h.previous_secret_key end as "previousKeyId",
      e.id as "eventId", e.workspace_id as "workspaceId", e.type, e.subject_id as "subjectId", e.created_at as at, e.data,
      d.attempts, w.erase_at is not null or (h.disabled_at is not null and e.type <> ${PING}) as "isStopped"
    from webhook_deliveries d join webhook_endpoints h on h.id = d.endpoint_id join webhook_events e on e.id = d.event_id
      join workspaces w on w.id = h.workspace_id
    where d.id = ${deliveryId}`;
  if (!row) return undefined;
  const {
    bytes,
    keyId,
    previousBytes,
    previousKeyId,
    eventId: id,
    endpointId,
    url,
    payload,
    isStopped,
    attempts,
    ...event
  } = row;
  const previousSecret =
    previousBytes === null || previousKeyId === null ? null : { bytes: previousBytes, keyId: previousKeyId };
  const secret = { bytes, keyId };
  return { endpointId, url, payload, secret, previousSecret, isStopped, attempts, event: { id, ...event } };
}

export interface WaitingDelivery {
  /** undefined: the delivery waits no more. */
  readonly wait?: DeliveryWait;
  /** Of an event of a booking. */
  readonly bookingId?: string;
}

interface WaitRow {
  readonly isPending: boolean;
  readonly bookingId: string | null;
  readonly waitsFor: WaitsFor;
  readonly nextAt: Date;
  /** null: no time is known. */
  readonly probeAt: Date | null;
}

/** The condition for which a delivery waits now, for operators. */
export async function readDeliveryWait(sql: Queryable, deliveryId: string): Promise<WaitingDelivery> {
  const [row] = await sql<WaitRow[]>`
    select d.state = 'pending' as "isPending", case when v.type like 'booking.%' then v.subject_id end as "bookingId",
      case when w.erase_at is not null then 'workspace' when e.disabled_at is not null then 'disabled'
        when exists (select 1 from webhook_deliveries before where before.endpoint_id = d.endpoint_id
          and before.subject_id = d.subject_id and before.state in ('pending', 'sending') and before.seq < d.seq) then 'earlier_event'
        when (e.failures >= ${FAILING_AFTER} and e.probe_at > greatest(now(), d.next_at))
          or e.secret_retry_at > greatest(now(), d.next_at) then 'failing'
        when d.next_at > now() then 'time' when e.waiting_since is not null then 'capacity' else 'permit' end as "waitsFor",
      d.next_at as "nextAt", case when e.secret_retry_at > now() then e.secret_retry_at when isfinite(e.probe_at) then e.probe_at end as "probeAt"
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join webhook_events v on v.id = d.event_id
      join workspaces w on w.id = d.workspace_id
    where d.id = ${deliveryId}`;
  if (!row) return {};
  const { isPending, bookingId, waitsFor } = row;
  return {
    ...(bookingId !== null && { bookingId }),
    ...(isPending && { wait: { waitsFor, until: untilOf(row)?.toISOString() ?? null } }),
  };
}

const untilOf = ({ waitsFor, nextAt, probeAt }: WaitRow): Date | null => {
  if (waitsFor === 'failing') return probeAt;
  return waitsFor === 'time' ? nextAt : null;
};
