import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../database.ts';

/** What the id of a filter stands for. */
export type IdKind = 'person' | 'event_type' | 'schedule' | 'team' | 'booking' | 'actor' | 'subject';

type Condition = (sql: Queryable, workspaceId: string) => PendingQuery<Row[]>;

/** The row of an id `asked.id` is in a table of the workspace. Event types and bookings stay there for good. */
const isIn =
  (table: string): Condition =>
  (sql, workspaceId) =>
    sql`exists (select 1 from ${sql(table)} one where one.workspace_id = ${workspaceId} and one.id = asked.id)`;

const any =
  (...conditions: Condition[]): Condition =>
  (sql, workspaceId) =>
    conditions
      .map((condition) => sql`(${condition(sql, workspaceId)})`)
      .reduce((left, right) => sql`${left} or ${right}`);

/** The log of the workspace has it in this column, each with an index: it keeps what was deleted, and who has left. */
const isLogged = (...columns: string[]): Condition =>
  any(
    ...columns.map(
      (name): Condition =>
        (sql, workspaceId) =>
          sql`exists (select 1 from activity_log where workspace_id = ${workspaceId} and ${sql.unsafe(name)} = asked.id)`,
    ),
  );

const SUBJECT = 'coalesce(subject_id, booking_id)';

const isPerson: Condition = (sql, workspaceId) => sql`
  exists (select 1 from memberships where workspace_id = ${workspaceId} and user_id = asked.id)
  or (${isLogged('user_id', SUBJECT)(sql, workspaceId)}) and exists (select 1 from users where users.id = asked.id)`;

const CONDITIONS: Readonly<Record<IdKind, Condition>> = {
  person: isPerson,
  event_type: isIn('event_types'),
  booking: isIn('bookings'),
  schedule: isIn('schedules'),
  team: isIn('teams'),
  actor: any(isPerson, isIn('api_keys'), isIn('agent_seats'), isLogged('user_id', 'api_key_id', 'agent_seat_id')),
  subject: any(
    isLogged(SUBJECT),
    isPerson,
    ...['event_types', 'bookings', 'schedules', 'teams', 'invitations', 'api_keys', 'agent_seats', 'short_links'].map(
      isIn,
    ),
    (sql, workspaceId) => sql`asked.id = ${workspaceId}`,
  ),
};

/** Those of the ids that stand for something of this kind which the workspace has, or had: whoever left and whatever was deleted keeps its history. */
export async function readKnownIds(
  sql: Queryable,
  kind: IdKind,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ given: string }[]>`
    select asked.given from (select given, given::uuid as id from unnest(${[...ids]}::text[]) as one (given)) asked
    where ${CONDITIONS[kind](sql, workspaceId)}`;
  return new Set(rows.map(({ given }) => given));
}
