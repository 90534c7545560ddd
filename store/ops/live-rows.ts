import type { Sql } from 'postgres';
import type { WaitingQuery } from '../waiting-query.ts';

/** Rows of one page: few enough for the memory, many enough for the time of a query. */
const PAGE = 500;

/** A row behind which a flow stands, whether something is due or not. */
export interface LiveRow {
  readonly id: string;
  /** null: none yet. */
  readonly workspaceId: string | null;
}

/** All rows of a flow, ordered by id, page by page. Each page is one short query: the service runs on meanwhile. */
export async function* liveRows(sql: Sql, query: WaitingQuery): AsyncGenerator<LiveRow[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    // A row can wait for more than one reason. Its places are beside each other, so the page's end may cut them: `after` skips the rest.
    const rows = await sql<LiveRow[]>`
      select id, workspace_id as "workspaceId" from (${query(sql)}) rows where id > ${after} order by id limit ${sql.unsafe(String(PAGE))}`;
    yield [...new Map(rows.map((row) => [row.id, row])).values()];
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Those of some ids whose rows still need their flow. */
export async function liveAmong(sql: Sql, query: WaitingQuery, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select distinct id from (${query(sql)}) rows where id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export interface BookingState {
  /** The booking's status, or that it waits for a code. */
  readonly state: string;
  /** null: nothing is booked yet. */
  readonly startAt: Date | null;
}

/** What the rows say of some bookings. Those without a row are left out. */
export async function bookingStates(sql: Sql, ids: readonly string[]): Promise<Map<string, BookingState>> {
  const rows = await sql<(BookingState & { id: string })[]>`
    select id, status as state, start_at as "startAt" from bookings where id = any(${[...ids]}::uuid[])
    union all
    select id, 'waiting for the code', null from challenges
      where id = any(${[...ids]}::uuid[]) and status = 'open' and not exists (select 1 from bookings b where b.id = challenges.id)`;
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
