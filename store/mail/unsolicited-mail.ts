import type { PendingQuery, Row, Sql } from 'postgres';
import {
  type ByWidth,
  type ClientNetwork,
  type CountOfNetwork,
  exceededAllowance,
  isWithin,
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
import { NAMED_LOCKS } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';
import { type networksIfUnpaid, readHostNetworks } from './host-networks.ts';
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
   * Networks in which they count, because the workspace does not pay ({@link networksIfUnpaid}). Of the host's side: those of the call, the
   * account and the key ({@link readHostNetworks}); of a guest: the guest's. Absent or empty: it pays, or none is known.
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

/** Locks the caps and counts: concurrent calls count one after the other. Once in a transaction, like {@link lockMailCaps}. */
export async function overMailCaps(tx: Transaction, mails: UnsolicitedMails, now: number): Promise<OverMailCaps> {
  if (isEmpty(mails)) return NONE_OVER;
  const [, over] = await Promise.all([lockMailCaps(tx, [mails]), countUnsolicited(tx, mails, now)]);
  return over;
}

/**
 * Locks the caps of all these mails, until the transaction ends. Once in a transaction and after all its other locks (of hosts, of the
 * booking): the names are locked in one order, so two transactions never wait for each other. Sent before this returns.
 */
export async function lockMailCaps(tx: Transaction, mails: readonly UnsolicitedMails[]): Promise<void> {
  const names = [...new Set(mails.flatMap(lockNamesOf))];
  if (names.length === 0) return;
  await tx`
    select pg_advisory_xact_lock(hashtextextended(name, ${NAMED_LOCKS.mailCaps}::bigint))
    from (select unnest(${names}::text[]) as name order by name) sorted`.execute();
}

const isEmpty = ({ guest, furtherGuests }: UnsolicitedMails): boolean => guest === null && furtherGuests.length === 0;

function lockNamesOf(mails: UnsolicitedMails): readonly string[] {
  if (isEmpty(mails)) return [];
  const { workspaceId, clientNetwork, unpaidNetworks = [] } = mails;
  const networks = clientNetwork === null ? unpaidNetworks : [clientNetwork, ...unpaidNetworks];
  const widest = networks.map((network) => `network ${networksAround(network).at(-1)?.name}`);
  return [...addressesOf(mails), workspaceId, ...widest];
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
  const isNetworkOver = ofUnpaidNetworks.length > 0;
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
 * The smallest cap that these mails would exceed, and how long until every cap has room for these mails by what is counted now. Asked only after a
 * refusal: it reads the times of what is counted.
 */
export async function readRoom(sql: Queryable, mails: UnsolicitedMails, now: number): Promise<UsedUpCap> {
  const { workspaceId, byHost, guest } = mails;
  const addresses = addressesOf(mails);
  const caps = mailCapsOf(await readSubscription(sql, workspaceId), now);
  const [cap, more, counted] = byHost
    ? [caps.byHost, addresses.length, sql`true`]
    : guest === null
      ? [caps.toFurtherGuests, addresses.length, sql`further`]
      : [caps.toUnprovedGuests, 1, sql`not further`];
  const [ofAddresses, ...others] = await Promise.all([
    sql<UsedUpCap[]>`
      select ${UNSOLICITED_PER_ADDRESS_AND_DAY}::int as limit,
        ${orADay(sql, secondsUntilFree(sql, sql`counted.times[${UNSOLICITED_PER_ADDRESS_AND_DAY}::int - wanted.more + 1]`))} as "retryAfterSeconds"
      from (select address, count(*)::int as more from unnest(${addresses}::text[]) as address group by address) wanted
      cross join lateral (select count(*) as rows, array_agg(caused_at order by caused_at desc) as times from uninvited_mails
        where email = wanted.address::citext and ${recentIn(sql)}) counted
      where counted.rows + wanted.more > ${UNSOLICITED_PER_ADDRESS_AND_DAY}`,
    usedUpCap(sql, { cap, more, rows: sql`workspace_id = ${workspaceId} and by_host = ${byHost} and ${counted}` }),
    readUsedUpNetworks(sql, mails),
    byHost || guest !== null ? [] : usedUpByFurtherGuests(sql, mails, caps.furtherGuestsOfNetwork),
  ]);
  // Room may have come since the refusal: the window is a day.
  return tightest([...ofAddresses, ...others.flat()]) ?? { limit: cap, retryAfterSeconds: DAY_SECONDS };
}

/** A cap of mails of the last day that `more` mails would exceed; no row: they would not. */
const usedUpCap = (
  sql: Queryable,
  { cap, more, rows }: { readonly cap: number; readonly more: number; readonly rows: PendingQuery<Row[]> },
) => sql<UsedUpCap[]>`
  select ${cap}::int as limit, ${orADay(sql, secondsUntilFree(sql, sql`counted.times[${cap - more + 1}::int]`))} as "retryAfterSeconds"
  from (select count(*) as rows, array_agg(caused_at order by caused_at desc) as times from uninvited_mails
    where ${rows} and ${recentIn(sql)}) counted
  where counted.rows + ${more}::int > ${cap}`;

/** The caps of the networks around a guest that mails to their further guests would exceed, in their workspace. */
async function usedUpByFurtherGuests(
  sql: Queryable,
  { workspaceId, clientNetwork, furtherGuests }: UnsolicitedMails,
  allowances: ByWidth,
): Promise<readonly UsedUpCap[]> {
  if (clientNetwork === null) return [];
  const ofWorkspace = sql`workspace_id = ${workspaceId} and not by_host and further`;
  const counted = await sql<{ network: string }[]>`
    select distinct client_network as network from uninvited_mails
    where ${ofWorkspace} and client_network is not null and ${recentIn(sql)}`;
  const caps = networksAround(clientNetwork).map(({ name, width }) => {
    const within = counted.map(({ network }) => network).filter((network) => isWithin(network, name));
    const rows = sql`${ofWorkspace} and client_network = any(${within}::text[])`;
    return usedUpCap(sql, { cap: allowances[width], more: furtherGuests.length, rows });
  });
  return (await Promise.all(caps)).flat();
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
  const unpaidNetworks = aroundAll(mails.unpaidNetworks ?? []).map(({ name }) => name);
  const networks = unpaidNetworks.length === 0 ? null : unpaidNetworks;
  await tx`
    insert into uninvited_mails (workspace_id, email, by_host, further, client_network, guest_proved, unpaid_networks, caused_at)
    select ${workspaceId}::uuid, email::citext, ${byHost}::boolean, position > ${guest === null ? 0 : 1}::int, ${clientNetwork}::text,
      ${guest === null && !guestWaits}::boolean,
      case when ${byHost}::boolean or position = 1 then ${networks}::text[] end, clock_timestamp()
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
