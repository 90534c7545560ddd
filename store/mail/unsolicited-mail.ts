import type { Sql } from 'postgres';
import {
  type ByWidth,
  type CountOfNetwork,
  exceededAllowance,
  narrowNetworksBeside,
  networksAround,
} from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import {
  mailCapsOf,
  UNPROVED_FURTHER_GUESTS_OF_NETWORK,
  UNSOLICITED_PER_ADDRESS_AND_DAY,
} from '../../domain/mail/mail-caps.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { NAMED_LOCKS } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** Mails of one change to people who have proved nothing. Further guests never have, whoever booked. */
export interface UnsolicitedMails {
  readonly workspaceId: string;
  /** The workspace's own side causes them, else a guest. The two count apart: no stranger uses up the host's allowance. */
  readonly byHost: boolean;
  /** The guest's address; null: proved by a code. */
  readonly guest: string | null;
  readonly furtherGuests: readonly string[];
  /** The guest's; null: not counted by network. */
  readonly clientNetwork: string | null;
}

/** Which mails would exceed a cap. */
interface OverMailCaps {
  readonly guest: boolean;
  readonly furtherGuests: boolean;
}

/** Locks the caps: concurrent calls count in turn. After all other locks: of hosts, and of the booking. */
export async function overMailCaps(tx: Transaction, mails: UnsolicitedMails, now: number): Promise<OverMailCaps> {
  const { workspaceId, guest, furtherGuests, clientNetwork } = mails;
  if (guest === null && furtherGuests.length === 0) return { guest: false, furtherGuests: false };
  const names = [
    ...new Set([
      ...addressesOf(mails),
      workspaceId,
      ...(clientNetwork === null ? [] : [`network ${networksAround(clientNetwork).at(-1)?.name}`]),
    ]),
  ];
  const locked = tx`
    select pg_advisory_xact_lock(hashtextextended(name, ${NAMED_LOCKS.mailCaps}::bigint))
    from (select unnest(${names}::text[]) as name order by name) sorted`.execute();
  const [, over] = await Promise.all([locked, countUnsolicited(tx, mails, now)]);
  return over;
}

const addressesOf = ({ guest, furtherGuests }: Pick<UnsolicitedMails, 'guest' | 'furtherGuests'>): string[] =>
  [...(guest === null ? [] : [guest]), ...furtherGuests].map(foldedAddress);

/** The same without locks, to decide what to ask of a caller. The claim counts again. */
export async function countUnsolicited(sql: Queryable, mails: UnsolicitedMails, now: number): Promise<OverMailCaps> {
  const { workspaceId, byHost, guest, furtherGuests, clientNetwork } = mails;
  const [subscription, full, ofWorkspace, ofUnproved] = await Promise.all([
    readSubscription(sql, workspaceId),
    sql<{ address: string }[]>`
      select address from unnest(${addressesOf(mails)}::text[]) as address group by address
      having count(*) + (select count(*) from uninvited_mails where email = address::citext and ${recentIn(sql)})
        > ${UNSOLICITED_PER_ADDRESS_AND_DAY}`,
    sql<(CountOfNetwork & { readonly first: number })[]>`
      select client_network as network, count(*) filter (where not further)::int as first, count(*) filter (where further)::int as count
      from uninvited_mails where workspace_id = ${workspaceId} and by_host = ${byHost} and ${recentIn(sql)} group by client_network`,
    guest === null || clientNetwork === null ? [] : countOfUnproved(sql, clientNetwork),
  ]);
  const caps = mailCapsOf(subscription, now);
  const fullOnes = new Set(full.map(({ address }) => address));
  const isFull = (address: string) => fullOnes.has(foldedAddress(address));
  const first = ofWorkspace.reduce((sum, one) => sum + one.first, guest === null ? 0 : 1);
  const further = ofWorkspace.reduce((sum, { count }) => sum + count, furtherGuests.length);
  const isOverAsHost = byHost && first + further > caps.byHost;
  const isOverIn = (counts: readonly CountOfNetwork[], allowances: ByWidth) =>
    clientNetwork !== null &&
    exceededAllowance(clientNetwork, counts, { allowances, more: furtherGuests.length }) !== null;
  const isOverAsGuest =
    further > caps.toFurtherGuests ||
    isOverIn(ofWorkspace, caps.furtherGuestsOfNetwork) ||
    isOverIn(ofUnproved, UNPROVED_FURTHER_GUESTS_OF_NETWORK);
  return {
    guest: guest !== null && (isFull(guest) || isOverAsHost || (!byHost && first > caps.toUnprovedGuests)),
    furtherGuests: furtherGuests.length > 0 && (furtherGuests.some(isFull) || (byHost ? isOverAsHost : isOverAsGuest)),
  };
}

const recentIn = (sql: Queryable) => sql`caused_at > clock_timestamp() - interval '1 day'`;

/** Further guests of guests who have proved nothing, in all workspaces. A /48 has too many narrow networks to look up: it is not counted. */
const countOfUnproved = (sql: Queryable, clientNetwork: string): Promise<CountOfNetwork[]> => sql<CountOfNetwork[]>`
  select client_network as network, count(*)::int as count from uninvited_mails
  where client_network = any(${[...narrowNetworksBeside(clientNetwork)]}::text[]) and further and not guest_proved
    and ${recentIn(sql)}
  group by client_network`;

/**
 * The mails of a change of a booking; undefined: made with a test key, so none leaves. Further guests who wait get none, unless the change
 * ends a meeting that they know of.
 */
export async function unsolicitedMailsOf(
  sql: Queryable,
  bookingId: string,
  { byHost, isEnd }: { readonly byHost: boolean; readonly isEnd: boolean },
): Promise<UnsolicitedMails | undefined> {
  const [row] = await sql<Omit<UnsolicitedMails, 'byHost'>[]>`
    select workspace_id as "workspaceId", case when not guest_proved then guest_email::text end as guest,
      case when ${guestsWaitIn(sql, isEnd)} then '{}'::text[]
        else array(select email::text from booking_guests where booking_id = ${bookingId}) end as "furtherGuests",
      case when not ${byHost}::boolean then (select client_network from challenges where id = ${bookingId}) end as "clientNetwork"
    from bookings b where id = ${bookingId} and not test_mode`;
  return row && { ...row, byHost };
}

/**
 * Whether the further guests of booking `b` get no mail of a change that is made now. An end reaches them if an invitation or its mail is
 * theirs already.
 */
export const guestsWaitIn = (sql: Queryable, isEnd: boolean) =>
  isEnd
    ? sql`(b.guests_wait and not exists (select from booking_changes c where c.booking_id = b.id
        and c.kind in ('confirmed', 'approved') and (not coalesce(c.guests_wait, b.guests_wait) or c.to_waiting_guests)))`
    : sql`b.guests_wait`;

/** Counts one mail for each recipient of a change, even if not each gets one. */
export async function countMails(tx: Transaction, mails: UnsolicitedMails): Promise<void> {
  const { workspaceId, byHost, guest, clientNetwork } = mails;
  const addresses = addressesOf(mails);
  if (addresses.length === 0) return;
  await tx`
    insert into uninvited_mails (workspace_id, email, by_host, further, client_network, guest_proved, caused_at)
    select ${workspaceId}::uuid, email::citext, ${byHost}::boolean, position > ${guest === null ? 0 : 1}::int, ${clientNetwork}::text,
      ${guest === null}::boolean, clock_timestamp()
    from unnest(${addresses}::text[]) with ordinality as mail (email, position)`;
}

/**
 * Counts one mail to the guest before it leaves. Concurrent calls count in turn, so no cap is passed.
 * @returns when it was counted, as the database writes it; null: it would exceed a cap, so none is to leave
 */
export const reserveMail = (sql: Sql, mails: UnsolicitedMails, now: number): Promise<string | null> =>
  inTransaction(sql, async (tx) => {
    if ((await overMailCaps(tx, mails, now)).guest) return null;
    await countMails(tx, mails);
    const [counted] = await tx<{ at: string }[]>`
      select max(caused_at)::text as at from uninvited_mails
      where workspace_id = ${mails.workspaceId} and email = any(${addressesOf(mails)}::citext[])`;
    return counted?.at ?? null;
  });

/** A mail that was counted did not leave. */
export async function giveBackMail(sql: Sql, mails: UnsolicitedMails, countedAt: string): Promise<void> {
  await sql`
    delete from uninvited_mails
    where workspace_id = ${mails.workspaceId} and email = any(${addressesOf(mails)}::citext[]) and caused_at = ${countedAt}::text::timestamptz`;
}
