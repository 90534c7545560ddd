import type { Queryable } from './database.ts';

/** The last row of a list's page; the next one starts after it. Lists are ordered by an instant, then by id. */
export interface Position {
  /** Microseconds since the epoch, as digits: the database's precision. */
  readonly atMicros: string;
  readonly id: string;
}

interface Columns {
  readonly at: string;
  readonly id: string;
}

/** Selects a row's `atMicros` from a column. */
export const atMicros = (sql: Queryable, column: string) =>
  sql`(extract(epoch from ${sql(column)}) * 1000000)::bigint::text as "atMicros"`;

const rowOf = (sql: Queryable, { at, id }: Columns) => sql`(${sql(at)}, ${sql(id)})`;
const endOf = (sql: Queryable, { atMicros: micros, id }: Position) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;

/** Only rows up to a position, it included; without one, all. `direction`: the order of the list, by instant and id. */
export const upTo = (
  sql: Queryable,
  columns: Columns,
  direction: 'ascending' | 'descending',
  last: Position | undefined,
) => {
  if (!last) return sql`true`;
  const [row, end] = [rowOf(sql, columns), endOf(sql, last)];
  return direction === 'ascending' ? sql`${row} <= ${end}` : sql`${row} >= ${end}`;
};

/** Only rows after a position; without one, all. `direction`: the order of the list, by instant and id. */
export const behind = (
  sql: Queryable,
  columns: Columns,
  direction: 'ascending' | 'descending',
  after: Position | undefined,
) => {
  if (!after) return sql`true`;
  const [row, end] = [rowOf(sql, columns), endOf(sql, after)];
  return direction === 'ascending' ? sql`${row} > ${end}` : sql`${row} < ${end}`;
};
