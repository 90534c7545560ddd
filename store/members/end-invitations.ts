import type { Sql } from 'postgres';
import { ADMINS, type Role } from '../../schemas/shapes/access.ts';
import type { Doer } from '../access/api-keys.ts';
import { logActivity } from '../activity.ts';
import { inTransaction } from '../database.ts';

/** Revokes an invitation, as an admin or its sender. A repeat changes nothing. */
export const revokeInvitation = (
  sql: Sql,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  { actor, source, role }: Doer & { readonly role: Role },
): Promise<'revoked' | 'not_found' | 'owner_needed' | 'admin_needed'> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<
      { role: Role; email: string; isOver: boolean; isAccepted: boolean; inviter: string | null }[]
    >`
      select role, email::text, invited_by_user_id as inviter, revoked_at is not null as "isOver", accepted_at is not null as "isAccepted"
      from invitations where id = ${id} and workspace_id = ${workspaceId} for update`;
    if (!row || row.isAccepted) return 'not_found';
    if (row.inviter !== (actor?.userId ?? null) && !(ADMINS as readonly Role[]).includes(role)) return 'admin_needed';
    if (row.role === 'owner' && role !== 'owner') return 'owner_needed';
    if (row.isOver) return 'revoked';
    await tx`update invitations set revoked_at = clock_timestamp() where id = ${id}`;
    const subject = { type: 'invitation', id } as const;
    const data = { email: row.email };
    await logActivity(tx, { actor, source, workspaceId, action: 'invitation.revoked', subject, data });
    return 'revoked';
  });
