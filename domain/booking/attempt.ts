import type { CalendarWork } from '../calendars/event-work.ts';

/**
 * Requests to a booking's flow, and their outcomes. Outcomes are history in Temporal:
 * ids, counts and words, never a code, a token, an address or an answer.
 */

export type AttemptKind = 'confirm' | 'reschedule' | 'cancel' | 'decide' | 'open' | 'markNoShow';

export type RefusalReason =
  | 'agent_booking_exists'
  | 'already_decided'
  | 'booking_canceled'
  | 'booking_over'
  | 'calendar_away'
  | 'code_burned'
  | 'code_expired'
  | 'code_used'
  | 'event_archived'
  | 'host_left'
  | 'idempotency_mismatch'
  | 'limit_reached'
  | 'not_a_slot'
  | 'not_begun'
  | 'request_moved'
  | 'slot_taken'
  | 'too_far'
  | 'too_soon'
  | 'workspace_locked';

/** Refusals by a cap: they name it. */
export type CapReason = 'too_many_mails' | 'too_many_moves' | 'too_many_upcoming';

/** Expected outcomes are values; only the API turns a refusal into an error. */
export type AttemptOutcome =
  | {
      readonly result: 'done';
      readonly bookingId: string;
      /** Only of a booking that this attempt has just made, not one it found: the event type's version. */
      readonly eventVersion?: number;
      /** Of a booking or a move that this attempt made: its mails to the further guests wait for the guest's click. */
      readonly guestsWait?: boolean;
      /** Of a move that this attempt made: mails to people who have proved nothing wait for room in the caps. Missing: none waits. */
      readonly postponed?: PostponedMails;
    }
  | { readonly result: 'refused'; readonly reason: RefusalReason }
  | ({ readonly result: 'refused'; readonly reason: CapReason } & RefusingCap);

/** `until_room`: they leave before the meeting, also past a cap. `maybe_never`: only if there is room before it. */
export type PostponedMails = 'until_room' | 'maybe_never';

/** The cap that refuses, and how long until it has room. */
export interface RefusingCap {
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

export type BookingEnd =
  | 'code expired'
  | 'code burned'
  | 'code undeliverable'
  | 'answered by an earlier booking'
  | 'refused'
  | 'canceled'
  | 'completed'
  | 'no_show'
  | 'unknown booking';

/** The outcome of a code mail. */
export type CodeOutcome = 'accepted' | 'undeliverable';

/** The state of the row for its flow: the stage, which mails are due, how long nothing happens. */
export type BookingStanding =
  | { readonly stage: 'code'; readonly waitMs: number }
  | {
      readonly stage: 'meeting';
      readonly status: 'pending_confirmation' | 'confirmed' | 'rescheduled';
      readonly hostId: string;
      /** Missing in histories of older versions. */
      readonly eventTypeId?: string;
      readonly startMs: number;
      readonly dueRevisions: readonly number[];
      readonly waitMs: number;
      /** Its events in calendars; missing: nothing to do with them. */
      readonly calendar?: CalendarWork;
      readonly reminders?: RemindersWait;
      readonly waitingMails?: MailsWait;
    }
  | {
      readonly stage: 'over';
      readonly end: BookingEnd;
      readonly dueRevisions: readonly number[];
      readonly calendar?: CalendarWork;
      readonly reminders?: RemindersWait;
    };

/** How long until the next reminder is due; 0: now. A standing without it: none is to come. */
export interface RemindersWait {
  readonly waitMs: number;
}

/** How long until the flow checks for room for mails that wait; 0: now. Missing: none waits. */
export interface MailsWait {
  readonly waitMs: number;
}

/** The result of a confirm or an open attempt. `standing` saves the flow a read; null: read it. */
export interface Confirmed {
  readonly outcome: AttemptOutcome;
  readonly standing: BookingStanding | null;
}
