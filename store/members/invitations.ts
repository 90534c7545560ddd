import type { Role } from '../../schemas/shapes/access.ts';
import type { Queryable } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { type TeamName, teamsOfInvitation } from './invited-teams.ts';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Those that still exist. */
  readonly teams: readonly TeamName[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Of an invitation, for an `InvitationRow`. */
export const invitationColumns = (sql: Queryable) => sql`
  id, email::text, role, ${teamsOfInvitation(sql)} as teams, created_at as "createdAt", expires_at as "expiresAt"`;

/** Neither accepted nor revoked; it may have expired. */
export const isOpenInvitation = (sql: Queryable) => sql`accepted_at is null and revoked_at is null`;

/** An invitation that can still be accepted; undefined: it is none of this workspace. */
export async function findOpenInvitation(
  sql: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<InvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`
    select ${invitationColumns(sql)} from invitations
    where id = ${id} and workspace_id = ${workspaceId} and ${isOpenInvitation(sql)} and expires_at > clock_timestamp()`;
  return row;
}

/** Open invitations, the newest first, one more than `limit` if there are more. */
export const listInvitations = (
  sql: Queryable,
  workspaceId: string,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<(InvitationRow & Position)[]> => sql<(InvitationRow & Position)[]>`
  select ${invitationColumns(sql)}, ${atMicros(sql, 'created_at')}
  from invitations
  where workspace_id = ${workspaceId} and ${isOpenInvitation(sql)} and expires_at > clock_timestamp()
    and ${behind(sql, { at: 'created_at', id: 'id' }, 'descending', after)}
  order by created_at desc, id desc
  limit ${limit + 1}`;
