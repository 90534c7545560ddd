import type { Queryable } from '../database.ts';
import { isHostedBy } from '../hosted-by.ts';
import { atMicros, behind, type Position } from '../keyset.ts';

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
}

/** Filters of the list; undefined: any. */
export interface ActivityFilter {
  readonly subjectType: string | undefined;
  readonly subjectId: string | undefined;
  /** Id of a user, key or agent seat. */
  readonly actor: string | undefined;
  /** A prefix of the action. */
  readonly action: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** Old entries have no subject: they are about a booking. */
const SUBJECT_TYPE = `coalesce(subject_type, case when booking_id is not null then 'booking' end)`;

/** What a person did, and what happened to the meetings they host. */
const isOf = (sql: Queryable, userId: string) => sql`
  (user_id = ${userId} or coalesce(subject_id, booking_id) in (select b.id from bookings b where ${isHostedBy(sql, userId)}))`;

const matches = (sql: Queryable, filter: ActivityFilter) => {
  const { subjectType, subjectId, actor, action, from, to } = filter;
  return sql`true
    ${subjectType === undefined ? sql`` : sql`and ${sql.unsafe(SUBJECT_TYPE)} = ${subjectType}`}
    ${subjectId === undefined ? sql`` : sql`and coalesce(subject_id, booking_id) = ${subjectId}`}
    ${actor === undefined ? sql`` : sql`and (user_id = ${actor} or api_key_id = ${actor} or agent_seat_id = ${actor})`}
    ${action === undefined ? sql`` : sql`and starts_with(action, ${action})`}
    ${from === undefined ? sql`` : sql`and created_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and created_at < ${to}`}`;
};

/**
 * A workspace's activity, newest first, one entry more than `limit` if there are more.
 * @param reach a user: only their activity and meetings; null: all
 */
export const listActivity = (
  sql: Queryable,
  workspaceId: string,
  reach: string | null,
  filter: ActivityFilter,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<ActivityEntry[]> => sql<ActivityEntry[]>`
  select id, created_at as at, actor as name, user_id as "userId", api_key_id as "apiKeyId", agent_seat_id as "agentSeatId",
    source, action, ${sql.unsafe(SUBJECT_TYPE)} as "subjectType", coalesce(subject_id, booking_id) as "subjectId", data,
    ${atMicros(sql, 'created_at')}
  from activity_log
  where workspace_id = ${workspaceId} and ${reach === null ? sql`true` : isOf(sql, reach)} and ${matches(sql, filter)}
    and ${behind(sql, { at: 'created_at', id: 'id' }, 'descending', after)}
  order by created_at desc, id desc
  limit ${limit + 1}`;
