import type { Sql } from 'postgres';
import type { Doer } from '../access/api-keys.ts';
import { logActivity } from '../activity.ts';
import { ownSchedule } from '../bookable/event-rows.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { type EventTypeHost, lockEventType } from '../event-types/event-types.ts';
import { lockMember, type NoSuchHost } from '../event-types/hosts.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';

/** A short link as its workspace sees it. */
export interface ShortLinkRecord extends Position {
  readonly token: string;
  readonly name: string | null;
  readonly workspaceSlug: string;
  /** The host of the calendar or event; null: a team's event. */
  readonly host: EventTypeHost | null;
  readonly team: { readonly id: string; readonly name: string; readonly slug: string } | null;
  readonly eventType: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly archived: boolean;
  } | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

const select = (sql: Queryable) => sql`
  select l.id, l.token, l.name, w.slug as "workspaceSlug", l.created_at as "createdAt", l.revoked_at as "revokedAt",
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'username', m.username) end as host,
    case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) end as team,
    case when e.id is not null then
      json_build_object('id', e.id, 'name', e.name, 'slug', e.slug, 'archived', e.archived_at is not null)
    end as "eventType",
    ${atMicros(sql, 'l.created_at')}
  from short_links l
  join workspaces w on w.id = l.workspace_id
  left join event_types e on e.id = l.event_type_id
  left join teams t on t.id = e.team_id
  left join users u on u.id = coalesce(l.host_id, e.host_id)
  left join memberships m on m.workspace_id = l.workspace_id and m.user_id = u.id`;

export interface ShortLinkQuery {
  readonly workspaceId: string;
  /** Only links to this host's calendar and events; null: all. */
  readonly hostId: string | null;
  readonly status: 'active' | 'revoked' | 'all';
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Links to a host's calendar, and to their own events. */
const linksOf = (sql: Queryable, hostId: string) => sql`
  select id from short_links where host_id = ${hostId}
  union all
  select own.id from event_types e join short_links own on own.event_type_id = e.id where e.host_id = ${hostId}`;

/** Short links of a workspace, newest first; one more than `limit` if there are more. */
export const listShortLinks = (sql: Queryable, query: ShortLinkQuery): Promise<ShortLinkRecord[]> => {
  const { workspaceId, hostId, status, after, limit } = query;
  const isOf = { active: sql`l.revoked_at is null`, revoked: sql`l.revoked_at is not null`, all: sql`true` }[status];
  return sql<ShortLinkRecord[]>`
    ${select(sql)}
    where l.workspace_id = ${workspaceId} and ${isOf} ${hostId === null ? sql`` : sql`and l.id = any(array(${linksOf(sql, hostId)}))`}
      and ${behind(sql, { at: 'l.created_at', id: 'l.id' }, 'descending', after)}
    order by l.created_at desc, l.id desc
    limit ${limit + 1}`;
};

export interface ShortLinkId {
  readonly workspaceId: string;
  readonly shortLinkId: string;
}

/** One short link, revoked or not; undefined: this workspace has none of this id. */
export async function readShortLink(
  sql: Queryable,
  { workspaceId, shortLinkId }: ShortLinkId,
): Promise<ShortLinkRecord | undefined> {
  const [row] = await sql<ShortLinkRecord[]>`
    ${select(sql)} where l.id = ${shortLinkId} and l.workspace_id = ${workspaceId}`;
  return row;
}

export interface NewShortLink {
  readonly id: string;
  readonly workspaceId: string;
  readonly token: string;
  readonly name: string | null;
  readonly target: { readonly hostId: string } | { readonly eventTypeId: string };
  readonly createdByUserId: string;
}

/** Makes a short link to a target that the caller may use. Refuses a host who has left. */
export const createShortLink = (
  sql: Sql,
  link: NewShortLink,
  by: Doer,
  now: number,
): Promise<ShortLinkRecord | NoSuchHost> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchHost>) => {
    const { id, workspaceId, token, name, target, createdByUserId } = link;
    const isCalendar = 'hostId' in target;
    if (isCalendar) await lockMember(tx, { workspaceId, hostId: target.hostId }, refuse);
    else await lockEventType(tx, { workspaceId, eventTypeId: target.eventTypeId });
    await tx`
      insert into short_links (id, workspace_id, token, name, host_id, event_type_id, created_by_user_id, created_at)
      values (${id}, ${workspaceId}, ${token}, ${name}, ${isCalendar ? target.hostId : null},
        ${isCalendar ? null : target.eventTypeId}, ${createdByUserId}, ${new Date(now)})`;
    const subject = { type: 'short_link', id } as const;
    await logActivity(tx, { ...by, workspaceId, action: 'short_link.created', subject, data: { name, ...target } });
    const made = await readShortLink(tx, { workspaceId, shortLinkId: id });
    if (!made) throw new Error(`short link ${id} cannot be read`);
    return made;
  });

/** Revokes a short link. @returns when it was revoked; undefined: there is none. A repeat changes nothing. */
export const revokeShortLink = (
  sql: Sql,
  { workspaceId, shortLinkId }: ShortLinkId,
  by: Doer,
  now: number,
): Promise<Date | undefined> =>
  inTransaction(sql, async (tx) => {
    const [link] = await tx<{ name: string | null; revokedAt: Date | null }[]>`
      select name, revoked_at as "revokedAt" from short_links
      where id = ${shortLinkId} and workspace_id = ${workspaceId} for no key update`;
    if (!link || link.revokedAt) return link?.revokedAt ?? undefined;
    const revokedAt = new Date(now);
    await tx`update short_links set revoked_at = ${revokedAt} where id = ${shortLinkId}`;
    const subject = { type: 'short_link', id: shortLinkId } as const;
    await logActivity(tx, { ...by, workspaceId, action: 'short_link.revoked', subject, data: { name: link.name } });
    return revokedAt;
  });

/** A short link's target. */
export interface ShortLinkTarget {
  readonly organization: { readonly slug: string; readonly name: string };
  readonly username: string;
  readonly hostTimezone: string | null;
  readonly eventSlug: string | null;
}

/** The target of a token; undefined: the token is unknown or revoked, or its event or host is gone. */
export async function followShortLink(sql: Queryable, token: string): Promise<ShortLinkTarget | undefined> {
  const [row] = await sql<ShortLinkTarget[]>`
    select json_build_object('slug', w.slug, 'name', w.name) as organization, e.slug as "eventSlug",
      coalesce(m.username, 'team/' || t.slug) as username,
      coalesce(t.timezone, s.timezone, (select timezone from (${ownSchedule(sql, 'm.user_id')}) own)) as "hostTimezone"
    from short_links l
    join workspaces w on w.id = l.workspace_id
    left join event_types e on e.id = l.event_type_id
    left join schedules s on s.id = e.schedule_id
    left join teams t on t.id = e.team_id and t.archived_at is null
    left join memberships m on m.workspace_id = w.id and m.user_id = coalesce(l.host_id, e.host_id)
    where l.token = ${token} and l.revoked_at is null and e.archived_at is null and num_nonnulls(m.id, t.id) = 1`;
  return row;
}
