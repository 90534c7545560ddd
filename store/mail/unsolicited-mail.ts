import type { PendingQuery, Row, Sql } from 'postgres';
import {
  type ByWidth,
  type ClientNetwork,
  type CountOfNetwork,
  exceededAllowance,
  narrowNetworksBeside,
  networksAround,
} from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import {
  mailCapsOf,
  UNPAID_OF_NETWORK,
  UNPROVED_FURTHER_GUESTS_OF_NETWORK,
  UNSOLICITED_PER_ADDRESS_AND_DAY,
} from '../../domain/mail/mail-caps.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { clockMs, NAMED_LOCKS } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';
import { readHostNetworks } from './host-networks.ts';
import { secondsUntilFree, tightest, type UsedUpCap } from './network-caps.ts';

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
  /**
   * Networks in which they count if the workspace does not pay. Of the host's side: those of the call, the account and the key
   * ({@link readHostNetworks}); of a guest: the guest's. Absent: none is known.
   */
  readonly unpaidNetworks?: readonly string[];
  /** The guest is absent because their mail waits, not because they proved the address. */
  readonly guestWaits?: boolean;
}

/** Which mails would exceed a cap. */
export interface OverMailCaps {
  readonly guest: boolean;
  readonly furtherGuests: boolean;
}

const NONE_OVER: OverMailCaps = { guest: false, furtherGuests: false };

/** Locks the caps: concurrent calls count in turn. After all other locks: of hosts, and of the booking. */
export async function overMailCaps(tx: Transaction, mails: UnsolicitedMails, now: number): Promise<OverMailCaps> {
  const { workspaceId, guest, furtherGuests, clientNetwork, unpaidNetworks = [] } = mails;
  if (guest === null && furtherGuests.length === 0) return NONE_OVER;
  const networks = clientNetwork === null ? unpaidNetworks : [clientNetwork, ...unpaidNetworks];
  const names = [
    ...new Set([
      ...addressesOf(mails),
      workspaceId,
      ...networks.map((network) => `network ${networksAround(network).at(-1)?.name}`),
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
  const [subscription, full, ofWorkspace, ofUnproved, ofUnpaidNetworks] = await Promise.all([
    readSubscription(sql, workspaceId),
    sql<{ address: string }[]>`
      select address from unnest(${addressesOf(mails)}::text[]) as address group by address
      having count(*) + (select count(*) from uninvited_mails where email = address::citext and ${recentIn(sql)})
        > ${UNSOLICITED_PER_ADDRESS_AND_DAY}`,
    sql<(CountOfNetwork & { readonly first: number })[]>`
      select client_network as network, count(*) filter (where not further)::int as first, count(*) filter (where further)::int as count
      from uninvited_mails where workspace_id = ${workspaceId} and by_host = ${byHost} and ${recentIn(sql)} group by client_network`,
    guest === null || clientNetwork === null ? [] : countOfUnproved(sql, clientNetwork),
    readUsedUpNetworks(sql, mails),
  ]);
  const caps = mailCapsOf(subscription, now);
  const fullOnes = new Set(full.map(({ address }) => address));
  const isFull = (address: string) => fullOnes.has(foldedAddress(address));
  const first = ofWorkspace.reduce((sum, one) => sum + one.first, guest === null ? 0 : 1);
  const further = ofWorkspace.reduce((sum, { count }) => sum + count, furtherGuests.length);
  const isNetworkOver = caps.ofUnpaidNetwork !== null && ofUnpaidNetworks.length > 0;
  const isOverAsHost = byHost && (first + further > caps.byHost || isNetworkOver);
  const isOverIn = (counts: readonly CountOfNetwork[], allowances: ByWidth) =>
    clientNetwork !== null &&
    exceededAllowance(clientNetwork, counts, { allowances, more: furtherGuests.length }) !== null;
  const isOverAsGuest =
    further > caps.toFurtherGuests ||
    isOverIn(ofWorkspace, caps.furtherGuestsOfNetwork) ||
    isOverIn(ofUnproved, UNPROVED_FURTHER_GUESTS_OF_NETWORK);
  return {
    guest:
      guest !== null &&
      (isFull(guest) || isOverAsHost || (!byHost && (first > caps.toUnprovedGuests || isNetworkOver))),
    furtherGuests: furtherGuests.length > 0 && (furtherGuests.some(isFull) || (byHost ? isOverAsHost : isOverAsGuest)),
  };
}

/**
 * The cap of whoever would be refused, and how long until every cap has room for these mails by what is counted now. Asked only after a
 * refusal: it reads the times of what is counted.
 */
export async function readRoom(sql: Queryable, mails: UnsolicitedMails, now: number): Promise<UsedUpCap> {
  const { workspaceId, byHost, guest } = mails;
  const addresses = addressesOf(mails);
  const more = byHost || guest === null ? addresses.length : 1;
  const caps = mailCapsOf(await readSubscription(sql, workspaceId), now);
  const cap = byHost ? caps.byHost : caps.toUnprovedGuests;
  const [ofAddresses, ofWorkspace, ofNetworks] = await Promise.all([
    sql<UsedUpCap[]>`
      select ${UNSOLICITED_PER_ADDRESS_AND_DAY}::int as limit,
        ${orADay(sql, secondsUntilFree(sql, sql`counted.times[${UNSOLICITED_PER_ADDRESS_AND_DAY}::int - wanted.more + 1]`))} as "retryAfterSeconds"
      from (select address, count(*)::int as more from unnest(${addresses}::text[]) as address group by address) wanted
      cross join lateral (select count(*) as rows, array_agg(caused_at order by caused_at desc) as times from uninvited_mails
        where email = wanted.address::citext and ${recentIn(sql)}) counted
      where counted.rows + wanted.more > ${UNSOLICITED_PER_ADDRESS_AND_DAY}`,
    sql<UsedUpCap[]>`
      select ${cap}::int as limit, ${orADay(sql, secondsUntilFree(sql, sql`counted.times[${cap - more + 1}::int]`))} as "retryAfterSeconds"
      from (select count(*) as rows, array_agg(caused_at order by caused_at desc) as times from uninvited_mails
        where workspace_id = ${workspaceId} and by_host = ${byHost} and (${byHost}::boolean or not further) and ${recentIn(sql)}) counted
      where counted.rows + ${more}::int > ${cap}`,
    caps.ofUnpaidNetwork === null ? [] : readUsedUpNetworks(sql, mails),
  ]);
  // Some room came meanwhile, or only further guests of a guest are over: the window is a day.
  return tightest([...ofAddresses, ...ofWorkspace, ...ofNetworks]) ?? { limit: cap, retryAfterSeconds: DAY_SECONDS };
}

const DAY_SECONDS = 86_400;

/** More mails than the cap allows at all never have room: the window is the best answer. */
const orADay = (sql: Queryable, seconds: PendingQuery<Row[]>) => sql`coalesce(${seconds}, ${DAY_SECONDS}::int)`;

/** The caps of unpaid workspaces that these mails would exceed in any network around the call, the account and the key. By an index. */
async function readUsedUpNetworks(
  sql: Queryable,
  { unpaidNetworks = [], ...mails }: UnsolicitedMails,
): Promise<readonly UsedUpCap[]> {
  const networks = aroundAll(unpaidNetworks);
  if (networks.length === 0) return [];
  // Further guests of guests have counts of their own.
  const more = mails.byHost ? addressesOf(mails).length : 1;
  return sql<UsedUpCap[]>`
    select n.cap as limit, ${orADay(sql, secondsUntilFree(sql, sql`counted.times[n.cap - ${more}::int + 1]`))} as "retryAfterSeconds"
    from unnest(${networks.map(({ name }) => name)}::text[], ${networks.map(({ width }) => UNPAID_OF_NETWORK[width])}::int[]) as n (name, cap)
    cross join lateral (
      select count(*) as rows, array_agg(caused_at order by caused_at desc) as times from uninvited_mails
      where unpaid_networks @> array[n.name] and ${recentIn(sql)}) counted
    where counted.rows + ${more}::int > n.cap`;
}

/** Each network around these, once. */
const aroundAll = (networks: readonly string[]): readonly ClientNetwork[] => [
  ...new Map(networks.flatMap(networksAround).map((one) => [one.name, one])).values(),
];

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
  { byHost, isEnd, by = null }: MailedSide,
): Promise<UnsolicitedMails | undefined> {
  const [row] = await sql<Omit<UnsolicitedMails, 'byHost'>[]>`
    select workspace_id as "workspaceId", case when not guest_proved then guest_email::text end as guest,
      case when ${guestsWaitIn(sql, isEnd)} then '{}'::text[]
        else array(select email::text from booking_guests where booking_id = ${bookingId}) end as "furtherGuests",
      case when not ${byHost}::boolean then (select client_network from challenges where id = ${bookingId}) end as "clientNetwork"
    from bookings b where id = ${bookingId} and not test_mode`;
  if (!row) return undefined;
  if (!byHost) return { ...row, byHost };
  const { workspaceId } = row;
  return { ...row, byHost, unpaidNetworks: await readHostNetworks(sql, { workspaceId, by, clientNetwork: null }) };
}

/** Who causes the mails of a change. */
export interface MailedSide {
  readonly byHost: boolean;
  readonly isEnd: boolean;
  /** With a key or a session; absent: a flow, or a link in a mail. */
  readonly by?: { readonly userId: string; readonly apiKeyId: string | null } | null | undefined;
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
  const { workspaceId, byHost, guest, clientNetwork, guestWaits = false } = mails;
  const addresses = addressesOf(mails);
  if (addresses.length === 0) return;
  const networks = await networksIfUnpaid(tx, mails);
  await tx`
    insert into uninvited_mails (workspace_id, email, by_host, further, client_network, guest_proved, unpaid_networks, caused_at)
    select ${workspaceId}::uuid, email::citext, ${byHost}::boolean, position > ${guest === null ? 0 : 1}::int, ${clientNetwork}::text,
      ${guest === null && !guestWaits}::boolean,
      case when ${byHost}::boolean or position = 1 then ${networks}::text[] end, clock_timestamp()
    from unnest(${addresses}::text[]) with ordinality as mail (email, position)`;
}

/** The networks in which mails of an unpaid workspace count; null: it pays, or none is known. */
async function networksIfUnpaid(tx: Transaction, { workspaceId, unpaidNetworks = [] }: UnsolicitedMails) {
  if (unpaidNetworks.length === 0) return null;
  const [subscription, now] = await Promise.all([readSubscription(tx, workspaceId), clockMs(tx)]);
  const isCounted = mailCapsOf(subscription, now).ofUnpaidNetwork !== null;
  return isCounted ? aroundAll(unpaidNetworks).map(({ name }) => name) : null;
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
