import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import type { ActedBy } from '../../domain/booking/actors.ts';
import { joinUrlOf } from '../../domain/booking/meeting-place.ts';
import type { PlannedReminder } from '../../domain/reminders/reminder-times.ts';
import type { Language } from '../../texts/languages.ts';
import { json, type Transaction } from '../database.ts';
import type { UnsolicitedMails } from '../mail/unsolicited-mail.ts';
import { planColumns } from '../reminders/reminders.ts';
import { guestLanguage } from '../workspaces/workspace-defaults.ts';
import { recordChange } from './booking-changes.ts';
import type { BookingRequest } from './challenges.ts';

export interface NewBooking {
  readonly id: string;
  readonly request: BookingRequest;
  readonly endMs: number;
  /** null: no approval needed. */
  readonly decideByMs: number | null;
  /** Set if the host's side books for a guest. */
  readonly by?: ActedBy | undefined;
  readonly testMode?: boolean | undefined;
  /** The guest proved the address by a code to it. */
  readonly guestProved: boolean;
  /** The further guests get no mail until the guest proves the address. */
  readonly guestsWait: boolean;
  /** To people who have proved nothing; null: none count. */
  readonly unsolicited: UnsolicitedMails | null;
  /** undefined: nobody named one */
  readonly language: Language | undefined;
  readonly region: string | null;
  /** Its reminders; none of a request. */
  readonly reminders: readonly PlannedReminder[];
  readonly tokens: readonly { readonly hash: Buffer; readonly purpose: 'manage' | 'decide' }[];
}

/**
 * Inserts a booking with its guests, answers, tokens and first change. The claim is written in the same transaction.
 * @returns when its first reminder leaves, Unix milliseconds; null: none is to come
 */
export async function insertBooking(
  tx: Transaction,
  event: BookableEvent,
  booking: NewBooking,
): Promise<number | null> {
  const { id, request } = booking;
  const pending = booking.decideByMs !== null;
  const plan = planColumns(tx, booking.reminders, {
    ...{ startMs: request.startMs, workspaceId: event.workspace.id },
    testMode: booking.testMode ?? false,
  });
  // Sent first: the rows below refer to it, and all travel in one flight.
  const inserted = tx<{ remindAt: Date | null }[]>`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name,
      guest_timezone, agent_email, location_type, location_detail, join_url, source, decide_by, revision, test_mode, guest_proved,
      guests_wait, language, region, is_sample, reminders, remind_at)
    values (${id}, ${event.workspace.id}, ${event.rules.eventTypeId}, ${event.host.id}, ${pending ? 'pending_confirmation' : 'confirmed'},
      ${new Date(request.startMs)}, ${new Date(booking.endMs)}, ${request.invitee.email}, ${request.invitee.name},
      ${request.invitee.timezone}, ${request.agentEmail}, ${event.eventType.locationType}, ${event.eventType.locationDetail},
      ${joinUrlOf(event.eventType)}, ${request.source},
      ${booking.decideByMs === null ? null : new Date(booking.decideByMs)}, 1, ${booking.testMode ?? false}, ${booking.guestProved},
      ${booking.guestsWait}, ${guestLanguage(tx, booking.language, event.workspace.id)}, ${booking.region},
      ${isSample(tx, event, booking)}, ${plan.reminders}, ${plan.remindAt})
    returning remind_at as "remindAt"`.execute();
  const invited = request.guests.map((email, position) =>
    tx`insert into booking_guests (booking_id, position, email) values (${id}, ${position}, ${email})`.execute(),
  );
  await Promise.all([
    inserted,
    ...invited,
    tx`insert into booking_tokens ${tx(booking.tokens.map(({ hash, purpose }) => ({ token_hash: hash, booking_id: id, purpose })))}`,
    ...request.answers.map(
      ({ key, label, value, display }, position) => tx`
        insert into booking_answers (booking_id, position, key, label, value, display)
        values (${id}, ${position}, ${key}, ${label}, ${json(tx, value)}, ${display})`,
    ),
    ...(booking.testMode && booking.by?.apiKeyId ? [ofTestKey(tx, id, booking.by.apiKeyId)] : []),
    recordChange(
      tx,
      { id, workspaceId: event.workspace.id, unsolicited: booking.unsolicited },
      {
        revision: 1,
        kind: pending ? 'requested' : 'confirmed',
        actor: booking.by ? 'host' : 'guest',
        by: booking.by,
        startMs: request.startMs,
        endMs: booking.endMs,
        previousStartMs: null,
        reason: null,
        source: request.source,
      },
    ),
  ]);
  return (await inserted)[0]?.remindAt?.getTime() ?? null;
}

/** Its test key's end cancels it. The lock waits for a revocation under way: a booking after it is due at once. */
const ofTestKey = (tx: Transaction, bookingId: string, keyId: string) => tx`
  insert into test_bookings (booking_id, api_key_id, ended_at)
  select ${bookingId}, id, revoked_at from api_keys where id = ${keyId} for share`;

/** A host books their own event for themselves in the dashboard: nobody comes, so it is a sample (docs/decisions/pages.md#public-operations). */
const isSample = (tx: Transaction, { host }: BookableEvent, { request, by }: NewBooking) =>
  request.source === 'dashboard' && by?.userId === host.id
    ? tx`exists (select 1 from users where id = ${host.id} and email = ${request.invitee.email})`
    : tx`false`;
