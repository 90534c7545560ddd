import type { LoggedActor } from '../../domain/booking/actors.ts';
import type { Queryable } from '../database.ts';
import { type EndOfRequest, endedAs } from './meetings-list.ts';

/** Something that was done to a meeting. */
export interface HistoryStep extends LoggedActor {
  readonly at: Date;
  readonly action: string;
  /** Instants as ISO 8601; null: the step says nothing of the time. */
  readonly startAt: string | null;
  readonly previousStartAt: string | null;
  readonly reason: string | null;
}

/** Longer histories begin later: a meeting that a program moves all day would fill the answer. */
const MAX_STEPS = 100;

/** Reads the history of a meeting, oldest step first, with the current names of people; of more than 100 steps the last ones. Actors come from the log, reasons from the changes. */
export const readHistory = (
  sql: Queryable,
  { workspaceId, bookingId }: { readonly workspaceId: string; readonly bookingId: string },
): Promise<HistoryStep[]> => sql<HistoryStep[]>`
  select s.at, s.action, coalesce(u.name, s.name) as name, s."userId", s."apiKeyId", s.source, s.data ->> 'startAt' as "startAt",
    s.data -> 'before' ->> 'startAt' as "previousStartAt", c.reason
  from (
    select l.id, l.created_at as at, l.action, l.actor as name, l.user_id as "userId", l.api_key_id as "apiKeyId", l.source, l.data
    from activity_log l
    where l.workspace_id = ${workspaceId} and coalesce(l.subject_id, l.booking_id) = ${bookingId}
    order by l.created_at desc, l.id desc limit ${MAX_STEPS}
  ) s left join booking_changes c on c.booking_id = ${bookingId} and c.revision::text = s.data ->> 'revision'
    and s.action = 'booking.' || c.kind
  left join users u on u.id = s."userId" and s."apiKeyId" is null
  order by s.at, s.id`;

/** How a request ended; null: it did not, or somebody canceled it. */
export async function readEndOfRequest(sql: Queryable, bookingId: string): Promise<EndOfRequest | null> {
  const [row] = await sql<{ endedAs: EndOfRequest | null }[]>`
    select ${endedAs(sql, 'bookings')} from bookings where id = ${bookingId}`;
  return row?.endedAs ?? null;
}

/** Reads the message of the host's last move; null if there is none, or the guest moved the meeting later. */
export async function readMoveReason(sql: Queryable, bookingId: string): Promise<string | null> {
  const [last] = await sql<{ reason: string | null }[]>`
    select reason from booking_changes where booking_id = ${bookingId} and previous_start_at is not null order by revision desc limit 1`;
  return last?.reason ?? null;
}
