import type { Queryable } from '../database.ts';

export interface EventOwner {
  /** null: a team's */
  readonly hostId: string | null;
  readonly archivedAt: Date | null;
}

/** Reads the owner of an event type; undefined if the workspace has none with this id. */
export async function readEventOwner(
  sql: Queryable,
  { workspaceId, eventTypeId }: { readonly workspaceId: string; readonly eventTypeId: string },
): Promise<EventOwner | undefined> {
  const [row] = await sql<EventOwner[]>`
    select host_id as "hostId", archived_at as "archivedAt" from event_types
    where id = ${eventTypeId} and workspace_id = ${workspaceId}`;
  return row;
}

/**
 * Reads the meetings and holds that an answer may name: those of this workspace and, unless null, of this host.
 * @returns their ids
 */
export async function readNameable(
  sql: Queryable,
  bookingIds: readonly string[],
  { workspaceId, hostId }: { readonly workspaceId: string; readonly hostId: string | null },
): Promise<ReadonlySet<string>> {
  if (bookingIds.length === 0) return new Set();
  const rows = await sql<{ id: string }[]>`
    select booking_id as id from claims
    where booking_id = any(${[...bookingIds]}::uuid[]) and workspace_id = ${workspaceId}
      ${hostId === null ? sql`` : sql`and host_id = ${hostId}`}`;
  return new Set(rows.map(({ id }) => id));
}

export interface ExplainedBooking {
  readonly eventTypeId: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly startMs: number;
  readonly endMs: number;
  /** All hosts. */
  readonly hostIds: readonly string[];
}

/** Reads a meeting whose slot is explained; undefined if the workspace has none with this id. */
export async function readExplainedBooking(
  sql: Queryable,
  { workspaceId, bookingId }: { readonly workspaceId: string; readonly bookingId: string },
): Promise<ExplainedBooking | undefined> {
  const [row] = await sql<ExplainedBooking[]>`
    select b.event_type_id as "eventTypeId", b.host_id as "hostId", u.name as "hostName",
      (extract(epoch from b.start_at) * 1000)::float8 as "startMs", (extract(epoch from b.end_at) * 1000)::float8 as "endMs",
      array[b.host_id] || array(select user_id from booking_hosts where booking_id = b.id) as "hostIds"
    from bookings b join users u on u.id = b.host_id
    where b.id = ${bookingId} and b.workspace_id = ${workspaceId}`;
  return row;
}

/** Reads names by id. Deleted people are absent. */
export async function readNames(sql: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from users where id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
