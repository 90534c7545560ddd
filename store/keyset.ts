import type { Queryable } from './database.ts';

/** The last row of a list's page; the next one starts after it. Lists are ordered by an instant, then by id. */
export interface Position {
  /** Microseconds since the epoch, as digits: the database's precision. */
  readonly atMicros: string;
  readonly id: string;
}

/** Selects a row's `atMicros` from a column. */
export const atMicros = (sql: Queryable, column: string) =>
  sql`(extract(epoch from ${sql(column)}) * 1000000)::bigint::text as "atMicros"`;

/** Only rows after a position; without one, all. `direction`: the order of the list, by instant and id. */
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
