import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../database.ts';

/** What the id of a filter stands for. */
export type IdKind = 'person' | 'event_type' | 'booking' | 'actor' | 'subject';

/** An id, and in which workspace it shall stand for something. */
interface Asked {
  readonly workspaceId: string;
  readonly id: string;
}

type Condition = (sql: Queryable, asked: Asked) => PendingQuery<Row[]>;

/** The row is in a table of the workspace. Event types and bookings stay there for good. */
const isIn =
  (table: string): Condition =>
  (sql, { workspaceId, id }) =>
    sql`exists (select 1 from ${sql(table)} where workspace_id = ${workspaceId} and id = ${id})`;

/** The log of the workspace has it in this column, each with an index: it keeps what was deleted, and who has left. */
const isLogged =
  (...columns: string[]): Condition =>
  (sql, { workspaceId, id }) =>
    columns
      .map(
        (name) =>
          sql`exists (select 1 from activity_log where workspace_id = ${workspaceId} and ${sql.unsafe(name)} = ${id})`,
      )
      .reduce((left, right) => sql`${left} or ${right}`);

const SUBJECT = 'coalesce(subject_id, booking_id)';

const isPerson: Condition = (sql, asked) => sql`
  exists (select 1 from memberships where workspace_id = ${asked.workspaceId} and user_id = ${asked.id})
  or (${isLogged('user_id', SUBJECT)(sql, asked)}) and exists (select 1 from users where id = ${asked.id})`;

const any =
  (...conditions: Condition[]): Condition =>
  (sql, asked) =>
    conditions.map((condition) => sql`(${condition(sql, asked)})`).reduce((left, right) => sql`${left} or ${right}`);

const CONDITIONS: Readonly<Record<IdKind, Condition>> = {
  person: isPerson,
  event_type: isIn('event_types'),
  booking: isIn('bookings'),
  actor: any(isPerson, isIn('api_keys'), isIn('agent_seats'), isLogged('user_id', 'api_key_id', 'agent_seat_id')),
  subject: any(
    isLogged(SUBJECT),
    isPerson,
    ...['event_types', 'bookings', 'schedules', 'teams', 'invitations', 'api_keys', 'agent_seats', 'short_links'].map(
      isIn,
    ),
    (sql, { workspaceId, id }) => sql`${id} = ${workspaceId}`,
  ),
};

/** Whether an id stands for something of this kind that the workspace has, or had: whoever left and whatever was deleted keeps its history. */
export async function isKnownId(sql: Queryable, kind: IdKind, asked: Asked): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`select ${CONDITIONS[kind](sql, asked)} as "isKnown"`;
  return row?.isKnown ?? false;
}
