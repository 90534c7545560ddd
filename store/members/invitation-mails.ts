import { v7 as uuidv7 } from 'uuid';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';
import { isOpenInvitation } from './invitations.ts';

/** Mails of invitations, by `inbox` and `workspace_id`: their caps are counted from these rows. */
export const invitationMails = (sql: Queryable) => sql`(select * from outbox_mails where kind = 'invitation')`;

/** Notes the mail of an invitation's newest issue. Returns its id. */
export async function noteInvitationMail(
  tx: Transaction,
  invitation: { readonly id: string; readonly workspaceId: string; readonly email: string },
): Promise<string> {
  const { id: subjectId, workspaceId, email } = invitation;
  const [row] = await tx<{ issueNo: number }[]>`select issue_no as "issueNo" from invitations where id = ${subjectId}`;
  if (!row) throw new Error(`invitation ${subjectId} does not exist`);
  const mail = { id: uuidv7(), kind: 'invitation', subjectId, workspaceId, inbox: foldedAddress(email) } as const;
  await noteMail(tx, { ...mail, facts: row });
  return mail.id;
}

/** The content of an invitation's mail. */
export interface InvitationToMail {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly inviterName: string | null;
  readonly inviterEmail: string | null;
  readonly email: string;
  readonly role: Role;
  readonly issueNo: number;
  readonly expiresAt: Date;
}

/** undefined: the invitation was revoked or used, has expired, or was mailed again since this issue. */
export async function readInvitationToMail(
  sql: Queryable,
  id: string,
  issueNo: number,
): Promise<InvitationToMail | undefined> {
  const [row] = await sql<InvitationToMail[]>`
    select i.workspace_id as "workspaceId", w.name as "workspaceName", u.name as "inviterName", u.email::text as "inviterEmail", i.email::text, i.role,
      i.issue_no as "issueNo", i.expires_at as "expiresAt"
    from invitations i join workspaces w on w.id = i.workspace_id left join users u on u.id = i.invited_by_user_id
    where i.id = ${id} and i.issue_no = ${issueNo} and ${isOpenInvitation(sql)} and i.expires_at > clock_timestamp()`;
  return row;
}

/** The address takes no mail: ends the invitation and logs why. */
export async function dropInvitation(tx: Transaction, id: string): Promise<void> {
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
}
