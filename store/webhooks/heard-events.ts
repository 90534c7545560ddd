import type { WebhookEvent } from '../../schemas/shapes/webhook-events.ts';
import { PING } from '../../schemas/shapes/webhook-events.ts';
import type { Queryable } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import type { StoredEvent } from './delivery-facts.ts';

/** Events of a workspace are written for this long after a call of a listener. */
const LISTENING = '15 minutes';

/** A call extends the time only if less than this is left: one write in five minutes, however many calls there are. */
const RENEWED_AT = '10 minutes';

/** Events of a workspace are written from now on, also if no endpoint wants them. @returns until when */
export async function keepListening(sql: Queryable, workspaceId: string): Promise<Date> {
  await sql`
    insert into webhook_listeners (workspace_id, until) values (${workspaceId}, now() + ${LISTENING}::interval)
    on conflict (workspace_id) do update set until = excluded.until where webhook_listeners.until < now() + ${RENEWED_AT}::interval`;
  const [row] = await sql<{ until: Date }[]>`select until from webhook_listeners where workspace_id = ${workspaceId}`;
  return row?.until ?? new Date(0);
}

/** Before every id of an event. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The position up to which events are settled: an event before it is committed or will never be. A transaction that is still open began before it
 * wrote its event, so its event is not before this. Read it in a statement of its own, before the events.
 */
export async function readSettled(sql: Queryable): Promise<Position> {
  const [row] = await sql<[{ atMicros: string }]>`
    select (extract(epoch from least(now(), min(xact_start))) * 1000000)::bigint::text as "atMicros"
    from pg_stat_activity where datname = current_database() and backend_xid is not null`;
  return { atMicros: row.atMicros, id: FIRST_ID };
}

export interface HeardQuery {
  readonly workspaceId: string;
  /** null: all. */
  readonly events: readonly WebhookEvent[] | null;
  readonly after: Position;
  /** From `readSettled`. */
  readonly before: Position;
  readonly limit: number;
}

export interface HeardRecord extends StoredEvent, Position {}

/** Events of a workspace in the order in which they happened. Pings are of one endpoint, and not among them. */
export const listHeard = (sql: Queryable, { workspaceId, events, after, before, limit }: HeardQuery) =>
  sql<HeardRecord[]>`
    select e.id, e.workspace_id as "workspaceId", e.type, e.subject_id as "subjectId", e.created_at as at, e.data,
      ${atMicros(sql, 'e.created_at')}
    from webhook_events e
    where e.workspace_id = ${workspaceId} and e.type <> ${PING} ${events === null ? sql`` : sql`and e.type = any(${[...events]})`}
      and ${behind(sql, { at: 'e.created_at', id: 'e.id' }, 'ascending', after)}
      and ${behind(sql, { at: 'e.created_at', id: 'e.id' }, 'descending', before)}
    order by e.created_at, e.id limit ${limit}`;
