import type { Sql } from 'postgres';
import type { Role } from '../../schemas/shapes/access.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { isOpenInvitation } from './invitations.ts';

/** The content of an invitation's mail. `isTest`: made by a test key of an earlier release. */
export interface InvitationToMail {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly inviterName: string | null;
  readonly inviterEmail: string | null;
  readonly email: string;
  readonly role: Role;
  readonly issueNo: number;
  readonly isTest: boolean;
  readonly expiresAt: Date;
}

/** undefined: no mail is due. It was mailed, revoked or used, or has expired. */
export async function readInvitationToMail(
  sql: Queryable,
  id: string,
): Promise<InvitationToMail | 'mailed' | undefined> {
  const [row] = await sql<(InvitationToMail & { isMailed: boolean })[]>`
    select i.workspace_id as "workspaceId", w.name as "workspaceName", u.name as "inviterName", u.email::text as "inviterEmail", i.email::text, i.role,
      i.issue_no as "issueNo", i.test_mode as "isTest", i.expires_at as "expiresAt", d.mailed_at is not null as "isMailed"
    from invitations i
    join workspaces w on w.id = i.workspace_id
    join invitation_mails d on d.invitation_id = i.id and d.issue_no = i.issue_no
    left join users u on u.id = i.invited_by_user_id
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()`;
  return row?.isMailed ? 'mailed' : row;
}

/** Earlier issues' mails are not due either. */
export async function markInvitationMailed(sql: Queryable, id: string, issueNo: number): Promise<void> {
  await sql`
    update invitation_mails set mailed_at = clock_timestamp()
    where invitation_id = ${id} and issue_no <= ${issueNo} and mailed_at is null`;
}

/** The address takes no mail: ends the invitation and logs why. */
export const dropInvitation = (sql: Sql, id: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<{ workspaceId: string; email: string }[]>`
      update invitations set revoked_at = clock_timestamp() where id = ${id} and ${isOpenInvitation(tx)}
      returning workspace_id as "workspaceId", email::text`;
    if (!row) return;
    await logActivity(tx, {
      actor: null,
      workspaceId: row.workspaceId,
      source: 'system',
      action: 'invitation.undeliverable',
      subject: { type: 'invitation', id },
      data: { email: row.email },
    });
  });
