import type { Queryable } from '../database.ts';

/** Facts that one page of a search looks into. */
export const SEARCHED_BYTES = 4_000_000;
/** Facts that one page of the list has. */
export const LISTED_BYTES = 500_000;

/** How much compressed facts are counted for, which only old entries have. */
const COMPRESSED = 30;

/**
 * About how many bytes the facts of entry `a` have, without reading them. Old entries may have 62 kB, which are
 * compressed.
 */
const factBytes = (sql: Queryable) => sql`
  (pg_column_size(a.data) * case when pg_column_compression(a.data) is null then 1 else ${COMPRESSED}::int end)`;

/** The same of all entries before `a` in the order of the list, for the columns of a query that orders so. */
export const bytesBefore = (sql: Queryable) => sql`
  coalesce(sum(${factBytes(sql)}) over (order by a.created_at desc, a.id desc rows between unbounded preceding and 1 preceding), 0)`;
