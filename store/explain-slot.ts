import type { Queryable } from './database.ts';

export interface EventOwner {
  /** null: a team's */
  readonly hostId: string | null;
  readonly archivedAt: Date | null;
}

/** Whose an event type is; undefined: the workspace has none of this id. */
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
 * Of meetings and holds those that may be named: in this workspace, and of this host unless null.
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
