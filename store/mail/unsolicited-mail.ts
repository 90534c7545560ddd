import { foldedAddress } from '../../domain/mail/folded-address.ts';
import {
  mailCapsOf,
  UNPROVED_FURTHER_GUESTS_PER_NETWORK_AND_DAY,
  UNSOLICITED_PER_ADDRESS_AND_DAY,
} from '../../domain/mail/mail-caps.ts';
import type { Queryable, Transaction } from '../database.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** Mails of one change to people who have proved nothing. Further guests never have, whoever booked. */
export interface UnsolicitedMails {
  readonly workspaceId: string;
  /** The workspace's own side causes them, else a guest. The two count apart: no stranger uses up the host's allowance. */
  readonly byHost: boolean;
  /** The guest's address; null: proved by a code. */
  readonly guest: string | null;
  readonly furtherGuests: readonly string[];
  /** The booker's, if the guest has proved nothing; null: not counted by network. */
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
    ...new Set([...addressesOf(mails), workspaceId, ...(clientNetwork === null ? [] : [`network ${clientNetwork}`])]),
  ];
  const locked = tx`
    select pg_advisory_xact_lock(hashtextextended(name, 4))
    from (select unnest(${names}::text[]) as name order by name) sorted`.execute();
  const [, over] = await Promise.all([locked, countUnsolicited(tx, mails, now)]);
  return over;
}

const addressesOf = ({ guest, furtherGuests }: Pick<UnsolicitedMails, 'guest' | 'furtherGuests'>): string[] =>
  [...(guest === null ? [] : [guest]), ...furtherGuests].map(foldedAddress);

/** The same without locks, to decide what to ask of a caller. The claim counts again. */
export async function countUnsolicited(sql: Queryable, mails: UnsolicitedMails, now: number): Promise<OverMailCaps> {
  const { workspaceId, byHost, guest, furtherGuests, clientNetwork } = mails;
  const addresses = addressesOf(mails);
  const recent = sql`caused_at > clock_timestamp() - interval '1 day'`;
  const [subscription, full, [sent]] = await Promise.all([
    readSubscription(sql, workspaceId),
    sql<{ address: string }[]>`
      select address from unnest(${addresses}::text[]) as address group by address
      having count(*) + (select count(*) from uninvited_mails where email = address::citext and ${recent})
        > ${UNSOLICITED_PER_ADDRESS_AND_DAY}`,
    sql<{ first: number; further: number; network: number }[]>`
      select count(*) filter (where not further)::int as first, count(*) filter (where further)::int as further,
        (select count(*)::int from uninvited_mails
          where client_network = ${clientNetwork}::text and further and ${recent}) as network
      from uninvited_mails where workspace_id = ${workspaceId} and by_host = ${byHost} and ${recent}`,
  ]);
  if (!sent) throw new Error('nothing was counted');
  const caps = mailCapsOf(subscription, now);
  const fullOnes = new Set(full.map(({ address }) => address));
  const isFull = (address: string) => fullOnes.has(foldedAddress(address));
  const own = guest === null ? 0 : 1;
  const isOverAsHost = byHost && sent.first + sent.further + own + furtherGuests.length > caps.byHost;
  return {
    guest: guest !== null && (isFull(guest) || isOverAsHost || (!byHost && sent.first + own > caps.toUnprovedGuests)),
    furtherGuests:
      furtherGuests.some(isFull) ||
      isOverAsHost ||
      (!byHost && furtherGuests.length > 0 && sent.further + furtherGuests.length > caps.toFurtherGuests) ||
      (clientNetwork !== null && sent.network + furtherGuests.length > UNPROVED_FURTHER_GUESTS_PER_NETWORK_AND_DAY),
  };
}

/** The mails of a change of a booking; undefined: made with a test key, so none leaves. Further guests who wait get none. */
export async function unsolicitedMailsOf(
  sql: Queryable,
  bookingId: string,
  byHost: boolean,
): Promise<UnsolicitedMails | undefined> {
  const [row] = await sql<Omit<UnsolicitedMails, 'byHost' | 'clientNetwork'>[]>`
    select workspace_id as "workspaceId", case when not guest_proved then guest_email::text end as guest,
      case when guests_wait then '{}'::text[]
        else array(select email::text from booking_guests where booking_id = ${bookingId}) end as "furtherGuests"
    from bookings where id = ${bookingId} and not test_mode`;
  return row && { ...row, byHost, clientNetwork: null };
}

/** Whether a move's mails would exceed a cap. Never with a test key. */
export async function isMoveOverMailCap(
  tx: Transaction,
  bookingId: string,
  { byHost, now }: { readonly byHost: boolean; readonly now: number },
): Promise<boolean> {
  const mails = await unsolicitedMailsOf(tx, bookingId, byHost);
  if (!mails) return false;
  const over = await overMailCaps(tx, mails, now);
  return over.guest || over.furtherGuests;
}

/** Counts one mail for each recipient of a change, even if not each gets one. */
export async function countMails(tx: Transaction, mails: UnsolicitedMails): Promise<void> {
  const { workspaceId, byHost, guest, clientNetwork } = mails;
  const addresses = addressesOf(mails);
  if (addresses.length === 0) return;
  await tx`
    insert into uninvited_mails (workspace_id, email, by_host, further, client_network, caused_at)
    select ${workspaceId}::uuid, email::citext, ${byHost}::boolean, position > ${guest === null ? 0 : 1}::int, ${clientNetwork}::text,
      clock_timestamp()
    from unnest(${addresses}::text[]) with ordinality as mail (email, position)`;
}
