import { requestHash } from '../../domain/secrets.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Row } from '../rows.ts';
import type { Attempt, HostBookingRequest } from './attempts.ts';
import type { BookingRequest } from './challenges.ts';

const KEPT_DAYS = 7;

/** A caller's idempotency key, locked by this transaction; others wait. Kept for successes only. */
export interface IdempotencyRecord {
  /** fresh: the key is unused. replay: the same request made `bookingId`. mismatch: another request has the key. */
  readonly state: 'fresh' | 'replay' | 'mismatch';
  readonly bookingId: string | null;
  pointTo(bookingId: string): Promise<void>;
  withdraw(): Promise<void>;
}

/** Locks the key of a booking request, scoped to event and guest; null: the request has none. */
export async function openIdempotencyRecord(
  tx: Transaction,
  attempt: Attempt<'confirm'>,
): Promise<IdempotencyRecord | null> {
  const { idempotencyKey: key } = attempt.request;
  if (!key) return null;
  // A hash of who asks: the record outlives the deletion of a guest and of a workspace, and holds no address (docs/decisions/operation.md#deletion).
  const [scoped] = await tx<{ scope: string }[]>`
    select 'public/' || encode(sha256(convert_to('public/' || event_type_id || '/' || lower(guest_email::text) || '/' || lower(receiving_email::text), 'UTF8')), 'hex') as scope
    from challenges where id = ${attempt.bookingId}`;
  const hash = requestHash(whatIsAsked(attempt.request));
  return takeKey(tx, { scope: scoped?.scope ?? '', key, hash, bookingId: attempt.bookingId });
}

interface Use {
  readonly scope: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly bookingId: string;
}

async function takeKey(tx: Transaction, { scope, key, hash, bookingId }: Use): Promise<IdempotencyRecord> {
  await tx`
    delete from idempotency_records
    where scope = ${scope} and key = ${key} and created_at < clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`;
  const [fresh] = await tx`
    insert into idempotency_records (scope, key, request_hash, booking_id) values (${scope}, ${key}, ${hash}, ${bookingId})
    on conflict do nothing returning scope`;
  const [row] = await tx<Row<'idempotency_records', 'requestHash' | 'bookingId'>[]>`
    select request_hash as "requestHash", booking_id as "bookingId" from idempotency_records where scope = ${scope} and key = ${key} for update`;
  const same = row?.requestHash.equals(hash) === true;
  return {
    state: fresh ? 'fresh' : same ? 'replay' : 'mismatch',
    bookingId: fresh ? null : (row?.bookingId ?? null),
    pointTo: async (made) => {
      if (fresh) await tx`update idempotency_records set booking_id = ${made} where scope = ${scope} and key = ${key}`;
    },
    withdraw: async () => {
      if (fresh) await tx`delete from idempotency_records where scope = ${scope} and key = ${key}`;
    },
  };
}

/** The same hash over REST and MCP, in any letter case of an address, and after a question was reworded. */
const whatIsAsked = ({ startMs, invitee, answers, guests, agentEmail }: BookingRequest) => ({
  startMs,
  invitee: { ...invitee, email: invitee.email.toLowerCase() },
  answers: Object.fromEntries(answers.map(({ key, value }) => [key, value])),
  guests: guests.map((guest) => guest.toLowerCase()),
  agentEmail: agentEmail?.toLowerCase() ?? null,
});

/** The scope is the API key, or the user if signed in; of a key that acts for a person, both. */
const hostUse = ({ by, eventTypeId, booking }: HostBookingRequest, key: string, bookingId: string): Use => ({
  scope: by.apiKeyId
    ? `host/key/${by.apiKeyId}${by.agentPrincipalId ? `/for/${by.userId}` : ''}`
    : `host/user/${by.userId}`,
  key,
  hash: requestHash({ eventTypeId, ...whatIsAsked(booking) }),
  bookingId,
});

/** Locks the key of a host's request, scoped to the caller; null: the request has none. */
export const openHostIdempotencyRecord = async (
  tx: Transaction,
  { bookingId, request }: Attempt<'open'>,
): Promise<IdempotencyRecord | null> =>
  request.booking.idempotencyKey ? takeKey(tx, hostUse(request, request.booking.idempotencyKey, bookingId)) : null;

/** The booking that this request made before under its key. `mismatch`: the key made another. null: neither. */
export async function findHostReplay(sql: Queryable, request: HostBookingRequest): Promise<string | 'mismatch' | null> {
  if (!request.booking.idempotencyKey) return null;
  const { scope, key, hash } = hostUse(request, request.booking.idempotencyKey, '');
  const [row] = await sql<Row<'idempotency_records', 'requestHash' | 'bookingId'>[]>`
    select request_hash as "requestHash", booking_id as "bookingId" from idempotency_records
    where scope = ${scope} and key = ${key} and created_at >= clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`;
  if (!row) return null;
  return row.requestHash.equals(hash) ? row.bookingId : 'mismatch';
}
