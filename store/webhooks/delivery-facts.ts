import type { SealedToken } from '../../domain/sealed-token.ts';
import { PING, type SentEvent } from '../../schemas/shapes/webhook-events.ts';
import type { Queryable } from '../database.ts';

/** What one attempt needs. */
export interface DeliveryFacts {
  readonly endpointId: string;
  readonly url: string;
  readonly payload: 'full' | 'thin';
  readonly secret: SealedToken;
  /** null: only one secret signs. */
  readonly previousSecret: SealedToken | null;
  /** Since it got its turn, its endpoint was disabled (a ping goes there all the same), or its workspace deleted. */
  readonly isStopped: boolean;
  /** Tries before this one. */
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

/** undefined: it was deleted with its endpoint or workspace. */
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
