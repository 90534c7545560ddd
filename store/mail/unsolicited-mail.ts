import { UNSOLICITED_PER_ADDRESS_AND_DAY, unsolicitedPerDay } from '../../domain/mail/unsolicited-mail.ts';
import type { Transaction } from '../database.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** Mails to be caused, and by which side. */
interface Mails {
  readonly workspaceId: string;
  readonly byHost: boolean;
  readonly to: readonly string[];
}

/** Locks the caps: concurrent calls count in turn. After all other locks: of hosts, and of the booking. */
export async function isOverMailCap(
  tx: Transaction,
  { workspaceId, byHost, to }: Mails,
  now: number,
): Promise<boolean> {
  const addresses = [...new Set(to.map((address) => address.toLowerCase()))];
  const [, subscription] = await Promise.all([
    tx`
      select pg_advisory_xact_lock(hashtextextended(name, 4))
      from (select unnest(${[...addresses, workspaceId]}::text[]) as name order by name) sorted`.execute(),
    readSubscription(tx, workspaceId),
  ]);
  const [sent] = await tx<{ address: boolean; workspace: number }[]>`
    select
      exists (select from unnest(${addresses}::citext[]) as address
        where (select count(*) from uninvited_mails
          where email = address and caused_at > clock_timestamp() - interval '1 day') >= ${UNSOLICITED_PER_ADDRESS_AND_DAY}) as address,
      (select count(*)::int from uninvited_mails
        where workspace_id = ${workspaceId} and by_host = ${byHost} and caused_at > clock_timestamp() - interval '1 day') as workspace`;
  if (!sent) throw new Error('nothing was counted');
  return sent.address || sent.workspace + addresses.length > unsolicitedPerDay(subscription, now);
}

/** Whether a move's mails would exceed a cap. Never if the guest proved the address, or with a test key. */
export async function isMoveOverMailCap(
  tx: Transaction,
  bookingId: string,
  { byHost, now }: { readonly byHost: boolean; readonly now: number },
): Promise<boolean> {
  const [uninvited] = await tx<{ workspaceId: string; to: string[] }[]>`
    select workspace_id as "workspaceId",
      guest_email::text || array(select email::text from booking_guests where booking_id = ${bookingId}) as to
    from bookings where id = ${bookingId} and not guest_proved and not test_mode`;
  return uninvited !== undefined && (await isOverMailCap(tx, { ...uninvited, byHost }, now));
}

/**
 * Counts one mail for each attendee of a change, even if not each gets one. Counts nothing if the guest proved the address by a
 * code, or for a test key. Before the transaction ends, after the booking and its guests.
 */
export const countMailsOf = (tx: Transaction, bookingId: string, byHost: boolean) => tx`
  insert into uninvited_mails (workspace_id, email, by_host, caused_at)
  select b.workspace_id, invited.email, ${byHost}, clock_timestamp()
  from bookings b,
    lateral (select b.guest_email as email union select g.email from booking_guests g where g.booking_id = b.id) invited
  where b.id = ${bookingId} and not b.guest_proved and not b.test_mode`;
