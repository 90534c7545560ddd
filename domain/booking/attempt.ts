import type { CalendarWork } from '../calendars/event-work.ts';

/**
 * Requests to a booking's flow, and their outcomes. Outcomes are part of Temporal's history:
 * they contain ids, counts and words, never a code, a token, an address or an answer.
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

/** Refusals by a cap. They are returned with the cap. */
export type CapReason = 'too_many_mails' | 'too_many_moves' | 'too_many_upcoming';

/** The outcome of an attempt. Refusals are values; only the API makes an error of them. */
export type AttemptOutcome =
  | {
      readonly result: 'done';
      readonly bookingId: string;
      /** The event type's version. Only for a booking that this attempt made, not for one that it found. */
      readonly eventVersion?: number;
      /** true if mails to the further guests wait for the guest's confirmation. Only for a booking or a move that this attempt made. */
      readonly guestsWait?: boolean;
      /** Set if mails to unverified people wait for room in the caps. Only for a move that this attempt made. */
      readonly postponed?: PostponedMails;
    }
  | { readonly result: 'refused'; readonly reason: RefusalReason }
  | ({ readonly result: 'refused'; readonly reason: CapReason } & RefusingCap);

/** `until_room`: they are sent before the meeting, even over a cap. `maybe_never`: they are sent only if there is room before the meeting. */
export type PostponedMails = 'until_room' | 'maybe_never';

/** The cap that refuses, and the time until it has room. */
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

/** The state of a booking for its flow: its stage, the mails that are due, and the time until the next read. Part of Temporal's history. */
export type BookingFlowState =
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
      /** Work on the booking's events in calendars. Missing: there is none. */
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

/** The time until the next reminder is due; 0: now. A state without it has no further reminder. */
export interface RemindersWait {
  readonly waitMs: number;
}

/** The time until the flow checks for room for waiting mails; 0: now. A state without it has no waiting mail. */
export interface MailsWait {
  readonly waitMs: number;
}

/** The result of a confirm or an open attempt. `standing` is the booking's new state, which saves the flow a read; null: the flow reads it. */
export interface Confirmed {
  readonly outcome: AttemptOutcome;
  readonly standing: BookingFlowState | null;
}
