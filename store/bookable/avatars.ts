import { teamSlugOf } from '../../domain/bookable/bookable-event.ts';
import type { Queryable } from '../database.ts';
import type { EventAddress } from './bookable-events.ts';

/** A person as guests see them. */
export interface Avatar {
  readonly name: string;
  /** the picture's file name; null: none */
  readonly photoFile: string | null;
  readonly bio: string | null;
}

/** The people whom guests may meet at an address. */
export interface Avatars {
  /** the host, or the first members of a team by name */
  readonly shown: readonly Avatar[];
  /** the number of all members, or 1 */
  readonly count: number;
}

export type HostAddress = Pick<EventAddress, 'workspace' | 'username'>;

/** The number that fits in a row on a phone. */
const MAX_SHOWN = 5;

/** Reads the people of many addresses in one round trip, by the address's position. */
export async function readAvatars(sql: Queryable, addresses: readonly HostAddress[]): Promise<Map<number, Avatars>> {
  const rows = await sql<(Avatar & { position: number; count: number })[]>`
    select a.position::int4 as position, h.name, h.bio, h.count::int4 as count, p.file as "photoFile"
    from unnest(${addresses.map(({ workspace }) => workspace)}::text[], ${addresses.map(({ username }) => username)}::text[],
      ${addresses.map(({ username }) => teamSlugOf(username))}::text[]) with ordinality as a (workspace, username, team, position)
    cross join lateral (select id from workspaces where slug = a.workspace limit 1) w
    cross join lateral (
      select u.id, u.name, u.bio, count(*) over () as count
      from (
        select m.user_id from memberships m where m.workspace_id = w.id and m.username = a.username and a.team is null
        union all
        select tm.user_id from teams t join team_members tm on tm.team_id = t.id
        where t.workspace_id = w.id and t.slug = a.team and t.archived_at is null) one
      join users u on u.id = one.user_id
      order by u.name, u.id limit ${MAX_SHOWN}) h
    left join user_photos p on p.user_id = h.id
    order by a.position, h.name, h.id`;
  const all = new Map<number, Avatars>();
  for (const { position, count, ...avatar } of rows)
    all.set(position - 1, { count, shown: [...(all.get(position - 1)?.shown ?? []), avatar] });
  return all;
}
