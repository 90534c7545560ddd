import type { Sql } from 'postgres';
import type { ActedBy } from '../../domain/booking/actors.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';

/** More bookings of a host than a cap of upcoming bookings allows (docs/decisions/booking.md#upcoming-bookings). */
export interface BookingFlood {
  readonly id: string;
  readonly openedAt: Date;
  /** The last booking that was refused. */
  readonly lastAt: Date;
  /** Domains, and whole inboxes at mail providers. */
  readonly mailDomains: readonly string[];
  readonly networkCount: number;
}

export interface FloodBooking {
  readonly id: string;
  readonly startAt: Date;
  readonly guestName: string | null;
  readonly guestEmail: string;
}

/** The network or mail domain whose bookings are cleared, and the bookings that stay. */
interface Clearing {
  readonly workspaceId: string;
  readonly hostId: string;
  readonly keep: readonly string[];
}

export interface OpenFlood {
  readonly flood: BookingFlood | null;
  /** The next first. */
  readonly bookings: readonly FloodBooking[];
}

const readOpen = async (
  sql: Queryable,
  { workspaceId, hostId }: Clearing,
  lock = sql``,
): Promise<BookingFlood | null> => {
  const [row] = await sql<BookingFlood[]>`
    select id, opened_at as "openedAt", last_at as "lastAt", mail_domains as "mailDomains",
      cardinality(networks) as "networkCount" from booking_floods
    where workspace_id = ${workspaceId} and host_id = ${hostId} and closed_at is null ${lock}`;
  return row ?? null;
};

/**
 * The upcoming bookings that the caps count, of the origins of the flood: of guests who proved nothing, of its networks and mail domains; of
 * guests who proved their inbox, only where such bookings alone were too many.
 */
const bookingsOf = (sql: Queryable, floodId: string, { workspaceId, hostId, keep }: Clearing) => sql<FloodBooking[]>`
  select b.id, b.start_at as "startAt", b.guest_name as "guestName", b.guest_email::text as "guestEmail"
  from booking_floods f
  join bookings b on b.workspace_id = f.workspace_id and b.host_id = f.host_id
  join booking_origins o on o.booking_id = b.id
  where f.id = ${floodId} and b.workspace_id = ${workspaceId} and b.host_id = ${hostId}
    and b.start_at > clock_timestamp() and ${isActiveIn(sql, 'b')} and o.cleared_flood_id is null
    and (o.mail_domain = any(f.proved_mail_domains)
      or not b.guest_proved and (o.mail_domain = any(f.mail_domains) or o.networks && f.networks))
    and b.id <> all(${[...keep]}::uuid[])
  order by b.start_at, b.id`;

/** Lists the bookings that `clearFlood` would cancel. It takes no lock, so that no guest waits for it. */
export async function previewFlood(sql: Queryable, clearing: Clearing): Promise<OpenFlood> {
  const flood = await readOpen(sql, clearing);
  return { flood, bookings: flood ? await bookingsOf(sql, flood.id, clearing) : [] };
}

/** Marks the bookings of the open flood: their flows cancel them. Closes the flood. Nothing is marked if none is open. */
export const clearFlood = (
  sql: Sql,
  clearing: Clearing,
  { by, source }: { readonly by: ActedBy; readonly source: BookingSource },
): Promise<OpenFlood> =>
  inTransaction(sql, async (tx) => {
    const flood = await readOpen(tx, clearing, tx`for no key update`);
    if (!flood) return { flood, bookings: [] };
    const bookings = await bookingsOf(tx, flood.id, clearing);
    await tx`
      update booking_origins set cleared_flood_id = ${flood.id}
      where booking_id = any(${bookings.map(({ id }) => id)}::uuid[])`;
    await tx`
      update booking_floods set closed_at = clock_timestamp(), mailed_at = coalesce(mailed_at, clock_timestamp()),
        cleared_by_user_id = ${by.userId}, cleared_by_api_key_id = ${by.apiKeyId},
        cleared_by_agent_seat_id = ${by.agentSeatId}, cleared_source = ${source}
      where id = ${flood.id}`;
    return { flood, bookings };
  });

/** Reads the person who cleared the flood of a booking; undefined if nobody did. */
export async function readClearing(
  sql: Queryable,
  bookingId: string,
): Promise<{ readonly by: ActedBy; readonly source: string } | undefined> {
  const [row] = await sql<(ActedBy & { source: string })[]>`
    select f.cleared_by_user_id as "userId", f.cleared_by_api_key_id as "apiKeyId", f.cleared_by_agent_seat_id as "agentSeatId",
      f.cleared_source as source
    from booking_origins o join booking_floods f on f.id = o.cleared_flood_id where o.booking_id = ${bookingId}`;
  return (
    row && { by: { userId: row.userId, apiKeyId: row.apiKeyId, agentSeatId: row.agentSeatId }, source: row.source }
  );
}

/** A flood of which the host has no mail yet. */
export interface FloodToMail extends BookingFlood {
  readonly workspaceId: string;
  readonly hostEmail: string;
}

const MAILED_AT_ONCE = 20;

/** The oldest first. */
export const readFloodsToMail = (sql: Queryable): Promise<FloodToMail[]> => sql<FloodToMail[]>`
  select f.id, f.opened_at as "openedAt", f.last_at as "lastAt", f.mail_domains as "mailDomains",
    cardinality(f.networks) as "networkCount", f.workspace_id as "workspaceId", u.email::text as "hostEmail"
  from booking_floods f join users u on u.id = f.host_id
  where f.mailed_at is null order by f.opened_at limit ${MAILED_AT_ONCE}`;

export const markFloodMailed = (sql: Queryable, id: string) => sql`
  update booking_floods set mailed_at = clock_timestamp() where id = ${id} and mailed_at is null`;

/** Closes floods without a refused booking for a day. The next one is a new incident, with a mail of its own. */
export const closeQuietFloods = (sql: Queryable) => sql`
  update booking_floods set closed_at = now()
  where closed_at is null and mailed_at is not null and last_at < now() - interval '1 day'`;
