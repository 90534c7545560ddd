import type { Sql } from 'postgres';
import { rolesGivenBy } from '../../domain/access/role-order.ts';
import type { ActedBy } from '../../domain/booking/acted-by.ts';
import { ADMINS, type BookingSource, type Role } from '../../schemas/shapes/access.ts';
import type { Doer } from '../access/api-keys.ts';
import { logActedBy, logActivity } from '../activity.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { isOpenInvitation } from './invitations.ts';

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

/**
 * Ends the open invitations that a member sent and may no longer send.
 * @param sender `role` null: they leave, so all end
 * @returns how many
 */
export async function endInvitationsOf(
  tx: Transaction,
  sender: {
    readonly workspaceId: string;
    readonly userId: string;
    readonly role: Role | null;
    /** Later ones stay; without it: none. */
    readonly until?: Date;
    readonly by: ActedBy;
    readonly source: BookingSource;
  },
): Promise<number> {
  const { workspaceId, userId, role, until, by, source } = sender;
  const kept = rolesGivenBy(role);
  const ended = await tx<{ id: string; email: string }[]>`
    update invitations set revoked_at = clock_timestamp()
    where workspace_id = ${workspaceId} and invited_by_user_id = ${userId} and ${isOpenInvitation(tx)}
      and role <> all(${[...kept]}::text[]) ${until ? tx`and created_at <= ${until}` : tx``}
    returning id, email::text`;
  for (const { id, email } of ended) {
    const subject = { type: 'invitation', id } as const;
    await logActedBy(tx, { by, workspaceId, source, action: 'invitation.revoked', subject, data: { email } });
  }
  return ended.length;
}
