import type { Sql } from 'postgres';
import type { Person } from '../../domain/access/actor.ts';
import { ADDRESS_LINK_MS } from '../../domain/accounts/address-change.ts';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import { secondsUntilFree, tightest, type UsedUpCap, usedUpByNetworks } from '../mail/network-caps.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { whereAddressIsFree } from '../unique-address.ts';
import { noteAccountMail } from './account-mails.ts';
import { logInWorkspaces } from './me.ts';
import { FRESH_MINUTES } from './passkey-challenges.ts';

/** A repeat within this time mails nothing. */
const REPEAT_MINUTES = 2;
/** The mails go to strangers' inboxes: counted for each person, for each inbox over all people, and for each network. */
const LINKS_OF_PERSON_AND_DAY = 5;
const LINKS_TO_INBOX_AND_DAY = 3;
const LINKS_OF_NETWORK_AND_DAY: ByWidth = { narrow: 20, wide: 40, widest: 80 };

export type AddressRefusal =
  | { readonly refused: 'sign_in_too_old' | 'same_address' }
  | ({ readonly refused: 'too_many_address_links' } & UsedUpCap);

export interface AskedAddress {
  readonly id: string;
  readonly mailId: string;
  readonly email: string;
  readonly clientNetwork: string;
}

/**
 * Notes that a person wants another address, and the mail with its link. Their earlier links end.
 * @returns the mail to send; null: it was asked for just now
 */
export async function askForAddress(
  tx: Transaction,
  refuse: Refuse<AddressRefusal>,
  { userId, sessionId }: Person,
  asked: AskedAddress,
): Promise<{ readonly mailId: string | null }> {
  const { id, mailId, email } = asked;
  // Always person, inbox, network: two concurrent calls cannot deadlock.
  const [user] = await tx<{ email: string; isSame: boolean }[]>`
    select email::text, email = ${email} as "isSame" from users where id = ${userId} for no key update`;
  const [fresh] = await tx`
    select from sessions where id = ${sessionId} and revoked_at is null and created_at > clock_timestamp() - ${FRESH_MINUTES} * interval '1 minute'`;
  if (!user || !fresh) return refuse({ refused: 'sign_in_too_old' });
  if (user.isSame) return refuse({ refused: 'same_address' });
  if (await isAskedJustNow(tx, userId, email)) return { mailId: null };
  const usedUp = await usedUpCap(tx, userId, asked);
  if (usedUp) return refuse({ refused: 'too_many_address_links', ...usedUp });
  await endOpenLinks(tx, userId);
  const networks = networksAround(asked.clientNetwork).map(({ name }) => name);
  await tx`
    insert into address_changes (id, user_id, old_email, new_email, inbox, client_networks, expires_at)
    values (${id}, ${userId}, ${user.email}, ${email}, ${foldedAddress(email)}, ${networks}::text[],
      clock_timestamp() + ${ADDRESS_LINK_MS} * interval '1 millisecond')`;
  await noteAccountMail(tx, { id: mailId, kind: 'address_link', subjectId: id, recipient: email, userId });
  return { mailId };
}

async function isAskedJustNow(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const rows = await tx`
    select 1 from address_changes where user_id = ${userId} and new_email = ${email} and confirmed_at is null
      and expires_at > clock_timestamp() and created_at > clock_timestamp() - ${REPEAT_MINUTES} * interval '1 minute'`;
  return rows.length > 0;
}

/** Links of a person that nobody opened do nothing any more. */
export const endOpenLinks = (tx: Transaction, userId: string) => tx`
  update address_changes set expires_at = clock_timestamp()
  where user_id = ${userId} and confirmed_at is null and expires_at > clock_timestamp()`;

async function usedUpCap(
  tx: Transaction,
  userId: string,
  { email, clientNetwork }: AskedAddress,
): Promise<UsedUpCap | null> {
  const inbox = foldedAddress(email);
  await lockName(tx, 'addressLinksOfInbox', inbox);
  await lockName(tx, 'addressLinksOfNetwork', networksAround(clientNetwork).at(-1)?.name ?? '');
  const counted = async (limit: number, condition: ReturnType<Transaction>): Promise<UsedUpCap | null> => {
    const [row] = await tx<{ retryAfterSeconds: number }[]>`
      select ${secondsUntilFree(tx, tx`(array_agg(created_at order by created_at desc))[${limit}::int]`)} as "retryAfterSeconds"
      from address_changes where ${condition} and created_at > clock_timestamp() - interval '1 day' having count(*) >= ${limit}`;
    return row ? { limit, ...row } : null;
  };
  return tightest([
    await counted(LINKS_OF_PERSON_AND_DAY, tx`user_id = ${userId}`),
    await counted(LINKS_TO_INBOX_AND_DAY, tx`inbox = ${inbox}`),
    await usedUpByNetworks(tx, 'address_changes', { clientNetwork, caps: LINKS_OF_NETWORK_AND_DAY }),
  ]);
}

export type ConfirmRefusal = { readonly refused: 'unknown' | 'expired' | 'address_taken' };

/**
 * Makes the address of a change its person's. Their other sessions end, and links to sign in at the old address.
 * @param change its id comes from the link: the proof of the new inbox
 * @returns the mail to the old address; null: confirmed before
 */
export const confirmAddress = (
  sql: Sql,
  person: Person,
  change: { readonly id: string; readonly mailId: string; readonly source: BookingSource },
): Promise<{ readonly mailId: string | null } | ConfirmRefusal> =>
  whereAddressIsFree(
    ['users_email_key'],
    () => inRefusableTransaction(sql, (tx, refuse: Refuse<ConfirmRefusal>) => confirmIn(tx, refuse, person, change)),
    async (): Promise<ConfirmRefusal> => ({ refused: 'address_taken' }),
  );

async function confirmIn(
  tx: Transaction,
  refuse: Refuse<ConfirmRefusal>,
  person: Person,
  { id, mailId, source }: { readonly id: string; readonly mailId: string; readonly source: BookingSource },
): Promise<{ readonly mailId: string | null }> {
  const { userId, sessionId } = person;
  await tx`select 1 from users where id = ${userId} for no key update`;
  const [found] = await tx<{ oldEmail: string; newEmail: string; isConfirmed: boolean; isOpen: boolean }[]>`
    select old_email::text as "oldEmail", new_email::text as "newEmail", confirmed_at is not null as "isConfirmed",
      expires_at > clock_timestamp() as "isOpen"
    from address_changes where id = ${id} and user_id = ${userId}`;
  if (!found) return refuse({ refused: 'unknown' });
  if (found.isConfirmed) return { mailId: null };
  if (!found.isOpen) return refuse({ refused: 'expired' });
  const { oldEmail, newEmail } = found;
  // Agents that know the person by the old address alone stay the person's.
  await tx`
    update agent_principals set user_id = ${userId} where prospect_email = ${oldEmail} and user_id is null and verified_at is not null`;
  await tx`update users set email = ${newEmail} where id = ${userId}`;
  await tx`update address_changes set confirmed_at = clock_timestamp() where id = ${id}`;
  await tx`
    update sessions set revoked_at = clock_timestamp() where user_id = ${userId} and id <> ${sessionId} and revoked_at is null`;
  await tx`
    update sign_in_links set expires_at = clock_timestamp()
    where email = ${oldEmail} and used_at is null and expires_at > clock_timestamp()`;
  const data = { before: { email: oldEmail }, after: { email: newEmail } };
  await logInWorkspaces(tx, person, { source, action: 'member.address_changed', data });
  await noteAccountMail(tx, { id: mailId, kind: 'address_changed', subjectId: id, recipient: oldEmail, userId });
  return { mailId };
}
