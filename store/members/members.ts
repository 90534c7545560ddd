import type { Role } from '../../schemas/shapes/access.ts';
import type { Queryable, Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';

export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly username: string;
  readonly role: Role;
  readonly since: Date;
  /** Their removal is under way: they can do nothing here and take over nothing. */
  readonly isLeaving: boolean;
  /** running: a removal is under way. waiting: one that a take-over began has stopped, and an owner decides. null: neither. */
  readonly removal: 'running' | 'waiting' | null;
}

interface Page {
  readonly after: Position | undefined;
  readonly limit: number;
}

const columns = (sql: Queryable) => sql`
  u.id, u.email::text, u.name, m.username, m.role, m.created_at as since, m.leaving_at is not null as "isLeaving",
  case when m.leaving_at is null then null when exists (select 1 from member_removals r
    where r.workspace_id = m.workspace_id and r.user_id = m.user_id and r.status = 'running') then 'running' else 'waiting' end as removal`;

/** The members of a workspace, the newest first, one more than `limit` if there are more. */
export const listMembers = (
  sql: Queryable,
  workspaceId: string,
  { after, limit }: Page,
): Promise<(MemberRow & Position)[]> => sql<(MemberRow & Position)[]>`
  select ${columns(sql)}, ${atMicros(sql, 'm.created_at')}
  from memberships m join users u on u.id = m.user_id
  where m.workspace_id = ${workspaceId} and ${behind(sql, { at: 'm.created_at', id: 'm.user_id' }, 'descending', after)}
  order by m.created_at desc, m.user_id desc
  limit ${limit + 1}`;

/** A member by user id; undefined: this workspace has none. */
export async function findMember(sql: Queryable, workspaceId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    select ${columns(sql)} from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`;
  return row;
}

/** Whether no other owner of the workspace stays. Under its lock. */
export async function isLastOwner(
  tx: Transaction,
  workspaceId: string,
  { id, role }: Pick<MemberRow, 'id' | 'role'>,
): Promise<boolean> {
  if (role !== 'owner') return false;
  const others = await tx`
    select 1 from memberships where workspace_id = ${workspaceId} and role = 'owner' and user_id <> ${id}
      and leaving_at is null limit 1`;
  return others.length === 0;
}
