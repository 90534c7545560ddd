import type { Queryable } from './database.ts';

/** Where a page of a list ended: lists are ordered by an instant, then by id, and go on behind the last row. */
export interface Position {
  /** Microseconds since the epoch, in digits: as exact as the database's instants. */
  readonly atMicros: string;
  readonly id: string;
}

/** Selects a column's part of a row's position. */
export const atMicros = (sql: Queryable, column: string) =>
  sql`(extract(epoch from ${sql(column)}) * 1000000)::bigint::text as "atMicros"`;

/** Only rows behind a position; all of them without one. `direction`: of the list's order, by the instant and by the id. */
export const behind = (
  sql: Queryable,
  columns: { readonly at: string; readonly id: string },
  direction: 'ascending' | 'descending',
  after: Position | undefined,
) => {
  if (!after) return sql`true`;
  const row = sql`(${sql(columns.at)}, ${sql(columns.id)})`;
  const end = sql`(timestamptz 'epoch' + ${after.atMicros}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
  return direction === 'ascending' ? sql`${row} > ${end}` : sql`${row} < ${end}`;
};
