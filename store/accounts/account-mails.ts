import type { AccountMailKind, OutboxFacts } from '../../domain/mail/outbox.ts';
import type { Queryable, Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';
import { personZone } from '../person-zone.ts';
import { mailLanguage } from './mail-reader.ts';

/** The address of a person, and how they read mails, before a change takes that away. */
export type NotedReader = Pick<OutboxFacts['account_deleted'], 'language' | 'timezone'> & { readonly email: string };

/** Of the user `u`, for a {@link NotedReader}. */
export const notedReaderColumns = (sql: Queryable) => sql`
  u.email::text, ${mailLanguage(sql)} as language, ${personZone(sql, 'u.id')} as timezone`;

interface AddressMail {
  readonly id: string;
  readonly kind: Extract<AccountMailKind, 'address_link' | 'address_changed' | 'account_deleted'>;
  /** The change of address, or the person. */
  readonly subjectId: string;
  readonly recipient: string;
  /** Whose account it is about. */
  readonly userId: string;
}

/** Notes a mail about a person's own account, in the transaction that causes it. */
export async function noteAccountMail(tx: Transaction, { userId, ...mail }: AddressMail): Promise<void> {
  const [reader] = await tx<NotedReader[]>`select ${notedReaderColumns(tx)} from users u where u.id = ${userId}`;
  if (!reader) throw new Error(`user ${userId} does not exist`);
  const { language, timezone } = reader;
  await noteMail(tx, { ...mail, facts: { language, timezone } });
}

/** A change of address, for its mails. */
export interface AddressChangeToMail {
  readonly newEmail: string;
  /** Somebody has the new address already: its link could do nothing. */
  readonly isTaken: boolean;
  /** The link can still be used. */
  readonly isLinkOpen: boolean;
  readonly minutesLeft: number;
  /** null: the link was not opened. */
  readonly confirmedAt: Date | null;
}

/** undefined: there is no such change. */
export async function readAddressChange(sql: Queryable, id: string): Promise<AddressChangeToMail | undefined> {
  const [change] = await sql<AddressChangeToMail[]>`
    select new_email::text as "newEmail", confirmed_at as "confirmedAt",
      exists (select 1 from users where email = c.new_email) as "isTaken",
      confirmed_at is null and expires_at > clock_timestamp() as "isLinkOpen",
      greatest(1, round(extract(epoch from expires_at - clock_timestamp()) / 60))::int as "minutesLeft"
    from address_changes c where id = ${id}`;
  return change;
}
