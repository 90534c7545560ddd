import type { Sql } from 'postgres';
import { activeStatuses } from '../../domain/booking/booking-states.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { type Activity, logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';

const MAX_NAMED = 20;

export type DeleteGuestRefusal =
  /** Meetings that are to come, or that have not ended yet. */
  | { readonly refused: 'guest_expected'; readonly count: number; readonly bookingIds: readonly string[] }
  | { readonly refused: 'mails_under_way' };

interface Found {
  readonly id: string;
  readonly status: BookingStatus;
  /** False: a further guest. */
  readonly isTheirs: boolean;
  readonly isAnnounced: boolean;
}

const isActive = ({ status }: Found): boolean => (activeStatuses as readonly string[]).includes(status);

/**
 * Deletes what a workspace stores about a guest: all their words and addresses, their answers, links, prep packs and look-ups. Their meetings
 * stay without them, because hosts' shares and histories count them. All or nothing; a repeat finds nothing and changes nothing.
 * @returns how many meetings were theirs; `isFound`: whether anything was stored about the address, which may be mistyped
 */
export const deleteGuest = (
  sql: Sql,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
  by: Pick<Activity, 'actor' | 'source'>,
): Promise<{ readonly meetings: number; readonly isFound: boolean } | DeleteGuestRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<DeleteGuestRefusal>) => {
    const found = await tx<Found[]>`
      select b.id, b.status, b.guest_email = ${email} as "isTheirs",
        not exists (select 1 from booking_changes c where c.booking_id = b.id and c.announced_at is null) as "isAnnounced"
      from bookings b where b.workspace_id = ${workspaceId} and b.id = any(array(
        select id from bookings where workspace_id = ${workspaceId} and guest_email = ${email}
        union select booking_id from booking_guests where email = ${email}))
      order by b.id for no key update of b`;
    const live = found.filter(isActive).map(({ id }) => id);
    if (live.length > 0)
      return refuse({ refused: 'guest_expected', count: live.length, bookingIds: live.slice(0, MAX_NAMED) });
    if (found.some(({ isAnnounced }) => !isAnnounced)) return refuse({ refused: 'mails_under_way' });
    const theirs = found.filter(({ isTheirs }) => isTheirs).map(({ id }) => id);
    await forgetMeetings(tx, theirs);
    await forgetInvited(
      tx,
      found.map(({ id }) => id),
      email,
    );
    await forgetAnswers(
      tx,
      workspaceId,
      found.map(({ id }) => id),
    );
    const requests = await forgetRequests(tx, workspaceId, email);
    const mails = await tx`delete from local_mails where workspace_id = ${workspaceId} and recipient = ${email}`;
    if (found.length === 0 && requests === 0 && mails.count === 0) return { meetings: 0, isFound: false };
    // The expression of its index.
    await tx`delete from local_mails where split_part(key, ':', 1) = any(${theirs})`;
    const subject = { type: 'workspace', id: workspaceId } as const;
    // The log of the deletion does not bring the address back.
    await logActivity(tx, { ...by, workspaceId, action: 'guest.deleted', subject, data: { meetings: theirs.length } });
    return { meetings: theirs.length, isFound: true };
  });

async function forgetMeetings(tx: Transaction, ids: readonly string[]): Promise<void> {
  // Enrichments go with the packs.
  await tx`delete from prep_packs where booking_id = any(${ids})`;
  for (const table of ['booking_answers', 'booking_guests', 'booking_tokens', 'booking_origins', 'waiting_mails'])
    await tx`delete from ${tx(table)} where booking_id = any(${ids})`;
  await tx`delete from attempts where booking_id = any(${ids}) and outcome is not null`;
  await tx`update booking_changes set reason = null where booking_id = any(${ids}) and reason is not null`;
  await tx`update calendar_events set declined = '{}' where booking_id = any(${ids}) and declined <> '{}'`;
  await tx`
    update bookings set guest_email = 'deleted+' || id || '@guest.invalid', guest_name = null, guest_timezone = 'UTC', agent_email = null,
      location_detail = null, host_notes = null, cancel_reason = null, reminders = null, remind_at = null,
      updated_at = clock_timestamp()
    where id = any(${ids})`;
}

/** Where they were a further guest of somebody else's meeting. */
async function forgetInvited(tx: Transaction, ids: readonly string[], email: string): Promise<void> {
  await tx`delete from booking_guests where booking_id = any(${ids}) and email = ${email}`;
  await tx`delete from waiting_mails where booking_id = any(${ids}) and email = ${email}`;
  await tx`
    update calendar_events set declined = array(select one from unnest(declined) one where one::citext <> ${email})
    where booking_id = any(${ids}) and declined <> '{}'`;
}

/**
 * Receivers may have repeated what they got, of further guests as well. What is on its way now may have been read before: its answer is not
 * kept. Locks the endpoints, as all who give turns do.
 */
async function forgetAnswers(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const endpoints = await tx<{ id: string }[]>`
    select id from webhook_endpoints where workspace_id = ${workspaceId} order by id for no key update`;
  const endpointIds = endpoints.map(({ id }) => id);
  await tx`
    update webhook_deliveries set forgotten_at = clock_timestamp()
    where endpoint_id = any(${endpointIds}) and subject_id = any(${[...ids]}) and state in ('pending', 'sending')`;
  await tx`update webhook_deliveries set last_answer = null where subject_id = any(${[...ids]}) and last_answer is not null`;
}

/**
 * Requests for codes that are closed. Their address counts for the caps of mails, and goes with them after eight days.
 * @returns how many there are
 */
async function forgetRequests(tx: Transaction, workspaceId: string, email: string): Promise<number> {
  // By the index that begins with the event type: none begins with the workspace.
  const closed = tx`
    event_type_id = any(array(select id from event_types where workspace_id = ${workspaceId})) and guest_email = ${email} and status <> 'open'`;
  await tx`delete from confirm_requests where challenge_id = any(array(select id from challenges where ${closed}))`;
  const { count } = await tx`update challenges set guest_name = null, agent_email = null where ${closed}`;
  return count;
}
