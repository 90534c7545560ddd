import type { Queryable } from '../database.ts';
import { atMicros, behind } from '../keyset.ts';
import { type ExportPage, type ExportRow, readWithinBytes } from '../workspaces/export-pages.ts';
import { type ExportQuery, meetingFrom, meetingRow } from '../workspaces/export-rows.ts';

interface GuestQuery extends ExportQuery {
  readonly email: string;
}

/** One page of the meetings of a guest in a workspace, also those where they are a further guest: the oldest first. */
export const readGuestMeetings = (sql: Queryable, query: GuestQuery): Promise<ExportPage> =>
  readWithinBytes((some) => readMeetings(sql, { ...query, ...some }), query);

const readMeetings = (sql: Queryable, { workspaceId, email, after, limit }: GuestQuery) => sql<ExportRow[]>`
  select b.id, ${atMicros(sql, 'b.start_at')}, row_to_json((select r from (select ${meetingRow(sql)}) r)) as row
  from ${meetingFrom(sql)}
  where b.workspace_id = ${workspaceId} and b.id = any(array(
      select id from bookings where workspace_id = ${workspaceId} and guest_email = ${email}
      union select booking_id from booking_guests where email = ${email}))
    and ${behind(sql, { at: 'b.start_at', id: 'b.id' }, 'ascending', after)}
  order by b.start_at, b.id limit ${limit + 1}`;

const MAX_REQUESTS = 100;

/** Requests of a guest for codes, the latest first. By the index that begins with the event type. */
export const readCodeRequests = (sql: Queryable, workspaceId: string, email: string) => sql<Record<string, unknown>[]>`
  select event_type_id as "eventTypeId", guest_name as "guestName", agent_email::text as "agentEmail", status,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  from challenges where event_type_id = any(array(select id from event_types where workspace_id = ${workspaceId})) and guest_email = ${email}
  order by created_at desc, id desc limit ${MAX_REQUESTS}`;
