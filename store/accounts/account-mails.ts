import type { AccountMailKind } from '../../domain/accounts/account-mail.ts';
import { DEFAULT_LANGUAGE, languageOfRow } from '../../domain/languages.ts';
import type { WhyDisabled } from '../../domain/webhooks/delivery.ts';
import type { Queryable, Transaction } from '../database.ts';
import { personZone } from '../person-zone.ts';
import { type MailReader, mailLanguage } from './mail-reader.ts';

interface NewAccountMail {
  readonly id: string;
  readonly kind: AccountMailKind;
  readonly addressChangeId: string | null;
  readonly recipient: string;
  /** Whose account it is about. */
  readonly userId: string;
}

/** Notes a mail, in the transaction that causes it. After the commit the caller starts the flow `accountMail` of this id; else the sweep does. */
export const noteAccountMail = (
  tx: Transaction,
  { id, kind, addressChangeId, recipient, userId }: NewAccountMail,
) => tx`
  insert into account_mails (id, kind, address_change_id, recipient, language, timezone)
  select ${id}, ${kind}, ${addressChangeId}, ${recipient}, ${mailLanguage(tx)}, ${personZone(tx, 'u.id')} from users u where id = ${userId}`;

export interface AccountMailToSend {
  readonly id: string;
  readonly kind: AccountMailKind;
  readonly recipient: string;
  readonly addressChangeId: string | null;
  /** Of a change: what it changes. */
  readonly oldEmail: string | null;
  readonly newEmail: string | null;
  /** Somebody has the new address already: its link could do nothing. */
  readonly isTaken: boolean;
  /** A link that can still be used, or a mail without one. */
  readonly isDue: boolean;
  readonly minutesLeft: number;
  readonly at: Date;
  /** Of a deleted workspace: its name and its last day. */
  readonly workspaceName: string | null;
  readonly eraseAt: Date | null;
  /** Of a disabled webhook: its receiver, and why. */
  readonly webhookHost: string | null;
  readonly webhookReason: WhyDisabled | null;
  /** A link to an address that proved nothing names no zone: UTC. */
  readonly reader: MailReader;
}

/** settled: it left, or none will. undefined: there is no such mail. */
export async function readAccountMail(sql: Queryable, id: string): Promise<AccountMailToSend | 'settled' | undefined> {
  const [row] = await sql<
    (Omit<AccountMailToSend, 'reader'> & { isSettled: boolean; language: string | null; timezone: string | null })[]
  >`
    select m.id, m.kind, m.recipient::text, m.address_change_id as "addressChangeId", c.old_email::text as "oldEmail",
      c.new_email::text as "newEmail", coalesce(c.confirmed_at, m.created_at) as at, m.settled_at is not null as "isSettled",
      m.kind = 'address_link' and exists (select 1 from users where email = c.new_email) as "isTaken",
      m.kind <> 'address_link' or (c.confirmed_at is null and c.expires_at > clock_timestamp()) as "isDue",
      m.workspace_name as "workspaceName", m.erase_at as "eraseAt", m.webhook_host as "webhookHost",
      m.webhook_reason as "webhookReason", m.language, m.timezone,
      greatest(1, round(extract(epoch from c.expires_at - clock_timestamp()) / 60))::int as "minutesLeft"
    from account_mails m left join address_changes c on c.id = m.address_change_id where m.id = ${id}`;
  if (!row) return undefined;
  const { isSettled, language, timezone, ...mail } = row;
  if (isSettled) return 'settled';
  return {
    ...mail,
    reader: { language: languageOfRow(language ?? DEFAULT_LANGUAGE), timezone: timezone ?? 'UTC', region: null },
  };
}

/** Its mail left, or none will. The address is forgotten. */
export const settleAccountMail = (sql: Queryable, id: string) => sql`
  update account_mails set settled_at = clock_timestamp(), recipient = null where id = ${id} and settled_at is null`;
