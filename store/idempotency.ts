import { requestHash } from '../domain/secrets.ts';
import type { Attempt } from './attempts.ts';
import type { BookingRequest } from './challenges.ts';
import type { Transaction } from './database.ts';

const KEPT_DAYS = 7;

/** A caller's idempotency key, held by this transaction; twins wait for it. Kept with successes only. */
export interface IdempotencyClaim {
  /** fresh: nobody used the key. replay: the same request made `bookingId`. mismatch: another request has the key. */
  readonly state: 'fresh' | 'replay' | 'mismatch';
  readonly bookingId: string | null;
  pointTo(bookingId: string): Promise<void>;
  withdraw(): Promise<void>;
}

/** Takes the key of a booking request, scoped to event and guest; null: the request has none. */
export async function openIdempotencyRecord(
  tx: Transaction,
  attempt: Attempt<'confirm'>,
): Promise<IdempotencyClaim | null> {
  const { idempotencyKey: key } = attempt.request;
  if (!key) return null;
  const [scoped] = await tx<{ scope: string }[]>`
    select 'public/' || event_type_id || '/' || lower(guest_email::text) || '/' || lower(receiving_email::text) as scope from challenges where id = ${attempt.bookingId}`;
  const scope = scoped?.scope ?? '';
  const hash = requestHash(whatIsAsked(attempt.request));
  await tx`
    delete from idempotency_records
    where scope = ${scope} and key = ${key} and created_at < clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`;
  const [fresh] = await tx`
    insert into idempotency_records (scope, key, request_hash, booking_id) values (${scope}, ${key}, ${hash}, ${attempt.bookingId})
    on conflict do nothing returning scope`;
  const [row] = await tx<{ request_hash: Buffer; booking_id: string }[]>`
    select request_hash, booking_id from idempotency_records where scope = ${scope} and key = ${key} for update`;
  const same = row?.request_hash.equals(hash) === true;
  return {
    state: fresh ? 'fresh' : same ? 'replay' : 'mismatch',
    bookingId: fresh ? null : (row?.booking_id ?? null),
    pointTo: async (bookingId) => {
      if (fresh)
        await tx`update idempotency_records set booking_id = ${bookingId} where scope = ${scope} and key = ${key}`;
    },
    withdraw: async () => {
      if (fresh) await tx`delete from idempotency_records where scope = ${scope} and key = ${key}`;
    },
  };
}

/** The same wish hashes the same over REST and MCP, in any case of an address, and after a question was given other words. */
const whatIsAsked = ({ startMs, invitee, answers, guests, agentEmail }: BookingRequest) => ({
  startMs,
  invitee: { ...invitee, email: invitee.email.toLowerCase() },
  answers: Object.fromEntries(answers.map(({ key, value }) => [key, value])),
  guests: guests.map((guest) => guest.toLowerCase()),
  agentEmail: agentEmail?.toLowerCase() ?? null,
});
