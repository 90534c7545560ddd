import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../database.ts';
import { atMicros, behind, type Position, upTo } from '../keyset.ts';
import { bytesBefore, LISTED_BYTES, SEARCHED_BYTES } from './entry-sizes.ts';
import { hasText, SEARCHED_ENTRIES } from './text-in-entries.ts';

export interface ActivityEntry extends Position {
  readonly at: Date;
  readonly name: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly agentSeatId: string | null;
  readonly source: string;
  readonly action: string;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The page is full of facts before it: the next one begins here. */
  readonly isBeyond: boolean;
}

/** Filters of the list; undefined: any. */
export interface ActivityFilter {
  readonly subjectType: string | undefined;
  readonly subjectId: string | undefined;
  /** Id of a user, key or agent seat. */
  readonly actor: string | undefined;
  /** A prefix of the action. */
  readonly action: string | undefined;
  /** A text in the entry, or in the name of its people and things. */
  readonly query: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** Old entries have no subject: they are about a booking. */
const SUBJECT_TYPE = `coalesce(subject_type, case when booking_id is not null then 'booking' end)`;

interface ListQuery {
  readonly workspaceId: string;
  readonly filter: ActivityFilter;
  readonly after: Position | undefined;
  readonly downTo?: Position | undefined;
  readonly limit: number;
}

const POSITION = { at: 'a.created_at', id: 'a.id' };

const inOrder = (sql: Queryable, limit: number) => sql`order by created_at desc, id desc limit ${limit + 1}`;

const matches = (sql: Queryable, { workspaceId, filter, after, downTo: last }: ListQuery) => {
  const { subjectType, subjectId, query, from, to } = filter;
  return sql`a.workspace_id = ${workspaceId}
    ${subjectType === undefined ? sql`` : sql`and ${sql.unsafe(SUBJECT_TYPE)} = ${subjectType}`}
    ${subjectId === undefined ? sql`` : sql`and coalesce(subject_id, booking_id) = ${subjectId}`}
    ${query === undefined ? sql`` : sql`and ${hasText(sql, workspaceId, query)}`}
    ${from === undefined ? sql`` : sql`and a.created_at >= ${from}`}
    ${to === undefined || isBefore(after, to) ? sql`` : sql`and a.created_at < ${to}`}
    and ${upTo(sql, POSITION, 'descending', last)} and ${behind(sql, POSITION, 'descending', after)}`;
};

/** A position before `to`: the bound is left out, since PostgreSQL would begin the scan there, and read all before the position again. */
const isBefore = (after: Position | undefined, to: Date): boolean =>
  after !== undefined && Number(after.atMicros) / 1_000 < to.getTime();

type Fragment = PendingQuery<Row[]>;

/**
 * The first entries that meet a condition, from an index that begins with the condition and has the order of the list. One condition
 * makes one branch: with `or`, every entry would be read.
 */
const branch = (sql: Queryable, query: ListQuery, condition: Fragment): Fragment => sql`(
  select a.* from activity_log a where ${matches(sql, query)} and ${condition} ${inOrder(sql, query.limit)})`;

/** What a person did, and what happened to the meetings they host: those that they organize, and the others. */
const ofReach = (sql: Queryable, userId: string): Fragment[] => [
  sql`a.user_id = ${userId}`,
  sql`a.host_id = ${userId}`,
  sql`coalesce(a.subject_id, a.booking_id) = any(array(select booking_id from booking_hosts where user_id = ${userId}))`,
];

/** What a user, a key or a seat did: its id may be any of them. */
const ofActor = (sql: Queryable, actor: string): Fragment[] => [
  sql`a.user_id = ${actor}`,
  sql`a.api_key_id = ${actor}`,
  sql`a.agent_seat_id = ${actor}`,
];

/** Every pair of both, or the one that there is. */
const both = (sql: Queryable, some: readonly Fragment[], others: readonly Fragment[]): readonly Fragment[] => {
  if (some.length === 0 || others.length === 0) return [...some, ...others];
  return some.flatMap((one) => others.map((other) => sql`${one} and ${other}`));
};

/**
 * The entries whose action begins with a prefix: first the actions that the workspace's log has, each found by one look into the
 * index, then the first entries of each.
 */
const ofPrefix = (sql: Queryable, query: ListQuery, prefix: string, conditions: readonly Fragment[]): Fragment => {
  const next = (beyond: Fragment) => sql`
    select min(action collate "C") from activity_log where workspace_id = ${query.workspaceId} and ${beyond}`;
  const entries = (conditions.length === 0 ? [sql`true`] : conditions)
    .map((condition) => branch(sql, query, sql`a.action collate "C" = actions.action and ${condition}`))
    .reduce((left, right) => sql`${left} union all ${right}`);
  return sql`(
    with recursive actions (action) as (
      select * from (${next(sql`action collate "C" >= ${prefix}`)}) first
      union all
      select (${next(sql`action collate "C" > actions.action`)}) from actions where starts_with(actions.action, ${prefix})
    )
    select found.* from actions, lateral (select distinct on (created_at, id) * from (${entries}) e order by created_at desc, id desc) found
    where starts_with(actions.action, ${prefix}) ${inOrder(sql, query.limit)})`;
};

/** The entries that meet a query, in some order, more than once where several branches have them. */
const foundBy = (sql: Queryable, query: ListQuery, reach: string | null): Fragment => {
  const { actor, action } = query.filter;
  const conditions = both(
    sql,
    reach === null ? [] : ofReach(sql, reach),
    actor === undefined ? [] : ofActor(sql, actor),
  );
  if (action !== undefined) return ofPrefix(sql, query, action, conditions);
  return (conditions.length === 0 ? [sql`true`] : conditions)
    .map((condition) => branch(sql, query, condition))
    .reduce((left, right) => sql`${left} union all ${right}`);
};

/** Whose activity of which workspace. `reach`, a user: only their activity and meetings; null: all. */
export interface ActivityOf {
  readonly workspaceId: string;
  readonly reach: string | null;
}

/** A page: `downTo`, where a search ends ({@link readSearchEnd}). */
type Page = Pick<ListQuery, 'after' | 'downTo' | 'limit'>;

/** A workspace's activity, newest first, one entry more than `limit` if there are more; none has facts after the one that is beyond. */
export const listActivity = (
  sql: Queryable,
  { workspaceId, reach }: ActivityOf,
  filter: ActivityFilter,
  page: Page,
): Promise<ActivityEntry[]> =>
  // An entry of several branches is listed once.
  sql<ActivityEntry[]>`
    select id, created_at as at, actor as name, user_id as "userId", api_key_id as "apiKeyId", agent_seat_id as "agentSeatId",
      source, action, ${sql.unsafe(SUBJECT_TYPE)} as "subjectType", coalesce(subject_id, booking_id) as "subjectId",
      bytes_before >= ${LISTED_BYTES} as "isBeyond", case when bytes_before < ${LISTED_BYTES} then data else '{}' end as data,
      ${atMicros(sql, 'created_at')}
    from (select a.*, ${bytesBefore(sql)} as bytes_before
      from (select distinct on (created_at, id) * from (${foundBy(sql, { workspaceId, filter, ...page }, reach)}) f) a) a
    ${inOrder(sql, page.limit)}`;

/** The last entry that one page of a search looks into, from a position on; undefined: it looks into all that are left. */
export async function readSearchEnd(
  sql: Queryable,
  { workspaceId, reach }: ActivityOf,
  filter: ActivityFilter,
  after: Position | undefined,
): Promise<Position | undefined> {
  const all = { workspaceId, filter: { ...filter, query: undefined }, after, limit: SEARCHED_ENTRIES };
  const [last] = await sql<Position[]>`
    select last_id as id, ${atMicros(sql, 'last_at')}
    from (select row_number() over w as nth, lag(a.id) over w as last_id, lag(a.created_at) over w as last_at, ${bytesBefore(sql)} as bytes_before
      from (select distinct on (created_at, id) * from (${foundBy(sql, all, reach)}) f) a
      window w as (order by a.created_at desc, a.id desc)) a
    where nth > ${SEARCHED_ENTRIES} or bytes_before >= ${SEARCHED_BYTES} order by nth limit 1`;
  return last;
}
