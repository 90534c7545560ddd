import type { MailAttachment, MailKind, OutgoingMail } from '../../domain/mail/mail.ts';
import type { Queryable } from '../database.ts';

const LISTED_DEFAULT = 50;

/** A mail in the local mailbox. */
export interface LocalMail {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly kind: MailKind;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly createdAt: Date;
}

/** Stores a mail in the local mailbox, unless it has one with this key. */
export async function storeLocalMail(
  sql: Queryable,
  { id, mail, nowMs }: { readonly id: string; readonly mail: OutgoingMail; readonly nowMs: number },
): Promise<void> {
  const attachments = mail.attachments.map(({ name, contentType, content }) => ({ name, contentType, content }));
  await sql`
    insert into local_mails (id, key, workspace_id, recipient, sender, subject, kind, text_body, html_body, attachments, created_at)
    values (${id}, ${mail.key}, ${mail.workspaceId}, ${mail.to}, ${mail.from}, ${mail.subject}, ${mail.kind},
      ${mail.text}, ${mail.html}, ${sql.json(attachments)}, ${new Date(nowMs)})
    on conflict (key) do nothing`;
}

/** The newest mails first, filtered by address (any letter case) or workspace if given. */
export async function listLocalMails(
  sql: Queryable,
  filter: { readonly to?: string; readonly workspaceId?: string; readonly limit?: number } = {},
): Promise<LocalMail[]> {
  const { to, workspaceId, limit = LISTED_DEFAULT } = filter;
  return await sql<LocalMail[]>`
    select ${mailColumns(sql)} from local_mails
    where true
      ${to === undefined ? sql`` : sql`and recipient = ${to}::citext`}
      ${workspaceId === undefined ? sql`` : sql`and workspace_id = ${workspaceId}`}
    order by created_at desc, id desc
    limit ${limit}`;
}

/** One mail by id, or undefined. */
export async function getLocalMail(sql: Queryable, id: string): Promise<LocalMail | undefined> {
  const [mail] = await sql<LocalMail[]>`select ${mailColumns(sql)} from local_mails where id = ${id}`;
  return mail;
}

const mailColumns = (sql: Queryable) => sql`
  id, recipient as to, sender as from, subject, kind, text_body as text, html_body as html, attachments, created_at as "createdAt"`;

/** The state of a mail at the provider. `new`: this call made the row. */
export type Delivery =
  | { readonly state: 'new' | 'sending' | 'accepted' }
  | { readonly state: 'refused'; readonly reason: string };

/** Notes that a mail is about to be sent. If there is an earlier note, returns that with its outcome. */
export async function openDelivery(sql: Queryable, key: string, nowMs: number): Promise<Delivery> {
  const [row] = await sql<{ isNew: boolean; state: 'sending' | 'accepted' | 'refused'; reason: string | null }[]>`
    insert into mail_deliveries (key, state, updated_at) values (${key}, 'sending', ${new Date(nowMs)})
    on conflict (key) do update set key = excluded.key
    returning (xmax = 0) as "isNew", state, reason`;
  if (!row) throw new Error('a delivery was neither made nor found');
  if (row.isNew) return { state: 'new' };
  return row.state === 'refused' ? { state: 'refused', reason: row.reason ?? 'unknown' } : { state: row.state };
}

/** The provider has the mail. Final: noted even if another call forgot or refused the delivery. */
export async function markAccepted(
  sql: Queryable,
  key: string,
  providerMessageId: string,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into mail_deliveries (key, state, provider_message_id, updated_at)
    values (${key}, 'accepted', ${providerMessageId}, ${new Date(nowMs)})
    on conflict (key) do update
    set state = 'accepted', provider_message_id = excluded.provider_message_id, reason = null, updated_at = excluded.updated_at`;
}

/** The provider will never take this mail for this address. */
export async function markRefused(sql: Queryable, key: string, reason: string, nowMs: number): Promise<void> {
  await sql`
    update mail_deliveries set state = 'refused', reason = ${reason}, updated_at = ${new Date(nowMs)}
    where key = ${key} and state = 'sending'`;
}

/** The provider did not take the mail: the next try counts as a first try and need not check. */
export async function forgetDelivery(sql: Queryable, key: string): Promise<void> {
  await sql`delete from mail_deliveries where key = ${key} and state = 'sending'`;
}
