import type { AttemptOutcome, CapReason, PostponedMails, RefusalReason } from '../../domain/booking/attempt.ts';
import { slugProblem } from '../../domain/workspaces/names.ts';
import { AppError, type ErrorCode } from '../../schemas/errors.ts';
import type { UndoableAddress } from '../../store/accounts/undoable-address.ts';
import type { ChangedMeanwhile } from '../../store/activity/changed-meanwhile.ts';
import type { TooManyAttempts } from '../../store/booking/attempts.ts';
import type { CodeRefusal } from '../../store/booking/code-requests.ts';
import type { Refusal } from '../../store/refusal.ts';
import { type LimiterName, limited } from './limit-errors.ts';

const RULES = {
  slug_invalid: 'must be 1 to 60 characters: a–z, 0–9, and single hyphens between them',
  slug_reserved: 'is reserved for paths of Holdfast; choose another one',
} as const;

/** @throws AppError request.unprocessable (slug_invalid, slug_reserved) if a link cannot use this workspace slug */
export function requireSlug(slug: string): void {
  const problem = slugProblem(slug);
  if (problem === null) return;
  throw new AppError('request.unprocessable', `slug: ${RULES[problem]}`, {
    reason: problem,
    field: 'slug',
    rule: RULES[problem],
  });
}

/** @throws AppError request.unprocessable (slug_reserved) for an event type's slug that Holdfast's own paths use */
export function requireUnreservedSlug(slug: string): void {
  if (slugProblem(slug) === null) return;
  const rule = RULES.slug_reserved;
  throw new AppError('request.unprocessable', `slug: "${slug}" ${rule}`, {
    reason: 'slug_reserved',
    field: 'slug',
    rule,
  });
}

const isRefusal = <O extends object>(outcome: O): outcome is Extract<O, Refusal> => 'refused' in outcome;

/**
 * The result of a store function.
 * @param toError the error for a refusal
 * @throws AppError the result of `toError`
 */
export function resultOrThrow<O extends object>(
  outcome: O,
  toError: (refusal: Extract<O, Refusal>) => AppError,
): Exclude<O, Refusal> {
  if (isRefusal(outcome)) throw toError(outcome);
  return outcome as Exclude<O, Refusal>;
}

/**
 * Somebody's old address can still take a change back.
 * @param callerId for whom the words are
 * @param rule what does not happen before that: "nothing is deleted for good"
 */
export const recentAddressChange = (
  { userId, name, until }: UndoableAddress,
  callerId: string,
  rule: string,
): AppError =>
  new AppError(
    'resource.conflict',
    `${userId === callerId ? 'Your mail address' : `The mail address of ${name}, an owner,`} was changed lately. Until ${until.toISOString()} the old inbox can take that back, and ${rule}. Try again after that. Nothing was changed.`,
    { reason: 'address_changed_lately', until: until.toISOString(), userId },
  );

/** Workspaces and accounts. */
export const NOTHING_DELETED = 'nothing is deleted for good';
/** Roles, removals and invitations. */
export const OWNER_STAYS = 'nobody takes the role of owner from this account, nor does it leave';
export const NO_OWNERS_MADE = 'this account makes no owners';

/** Somebody else was faster: who and when, as far as the log knows, and the version to read. */
export function versionConflict({ version, last }: ChangedMeanwhile): AppError {
  const who = last ? ` by ${last.by} at ${last.at.toISOString()}` : '';
  return new AppError(
    'resource.conflict',
    `Nothing was changed: it was changed meanwhile${who}. Read it again, and send expectedVersion ${version} if your change still fits.`,
    {
      ...{ reason: 'changed_meanwhile', field: 'expectedVersion', version },
      ...{ changedBy: last?.by ?? null, changedAt: last?.at.toISOString() ?? null },
    },
  );
}

const USED_UP = 'somebody invited got as many mails today as we send to people who have not confirmed by a code';

/** Of a move that is made, although a cap of mails is used up. */
const POSTPONED: Readonly<Record<PostponedMails, string>> = {
  until_room: ` The change is made, but a mail about it waits: ${USED_UP}. It leaves once there is room, and half a day before the earlier of both times at the latest. Tell them yourself if it is urgent.`,
  maybe_never: ` The change is made, but a mail about it may not leave before the meeting: ${USED_UP}, and earlier moves were mailed all the same. Tell them the new time yourself.`,
};

/** Returns the notice about mails of a move that wait; empty: none waits. */
export const postponedMailNotice = (postponed: PostponedMails | null = null): string =>
  postponed === null ? '' : POSTPONED[postponed];

const slotHint = 'Book one of details.alternatives, or get fresh slots.';

/** The limiter of each refusal by a cap. */
const LIMITER_OF: Readonly<Record<CapReason, LimiterName>> = {
  too_many_mails: 'mailsToGuest',
  too_many_moves: 'moves',
  too_many_upcoming: 'upcoming',
};

/** The answer to each other refusal of a flow: the code, and what to do next. */
const refusals: Readonly<Record<RefusalReason, { readonly code: ErrorCode; readonly message: string }>> = {
  agent_booking_exists: {
    code: 'resource.conflict',
    message:
      'An agent already booked an upcoming meeting of this event for this guest. Reschedule or cancel that one first.',
  },
  already_decided: {
    code: 'resource.conflict',
    message:
      'This request was already decided, or has expired. get_meeting shows its status; list_meetings with filter pending has those that wait.',
  },
  booking_canceled: {
    code: 'resource.conflict',
    message: 'This booking was canceled and does not change any more. To meet after all, book a new slot.',
  },
  booking_over: {
    code: 'resource.conflict',
    message: 'The meeting has started or is over; it can no longer be changed.',
  },
  calendar_away: {
    code: 'service.unavailable',
    message:
      'The calendar of a host does not answer right now, and without a look into it nothing is booked. Holds stay as they were. Repeat the same call in a moment; it does nothing twice.',
  },
  code_burned: {
    code: 'request.unprocessable',
    message: 'Too many wrong codes. Request a new code and have the guest read it from the newest mail.',
  },
  code_expired: { code: 'request.unprocessable', message: 'The code has expired. Request a new one.' },
  code_used: {
    code: 'request.unprocessable',
    message: 'This code has already made its booking. Request a new code to book another slot.',
  },
  event_archived: {
    code: 'resource.not_found',
    message: 'This event takes no new bookings. Choose another event of the host.',
  },
  host_left: {
    code: 'resource.conflict',
    message: 'A host of this meeting has left, so it cannot move. Cancel it, then book another event.',
  },
  idempotency_mismatch: {
    code: 'resource.conflict',
    message: 'This idempotencyKey was used for another request. Use a new key for a new booking.',
  },
  limit_reached: {
    code: 'request.unprocessable',
    message: `The host has reached the limit of these meetings for that day, week or month. ${slotHint}`,
  },
  not_a_slot: { code: 'request.unprocessable', message: `startAt is not an open slot of this event. ${slotHint}` },
  not_begun: {
    code: 'resource.conflict',
    message: 'The meeting has not begun. Mark a no-show after its start; before it, cancel or reschedule.',
  },
  request_moved: {
    code: 'resource.conflict',
    message: 'The guest has moved this request. Look at its new time, then decide.',
  },
  slot_taken: {
    code: 'resource.conflict',
    message: `That slot is taken, held for another guest for a few minutes, or the calendar of a host is busy then. ${slotHint}`,
  },
  too_far: {
    code: 'request.unprocessable',
    message: `startAt is further ahead than this event can be booked. ${slotHint}`,
  },
  too_soon: {
    code: 'request.unprocessable',
    message: `startAt has passed, or is sooner than the host's minimum notice. ${slotHint}`,
  },
  workspace_locked: {
    code: 'billing.upgrade_required',
    message: 'This workspace takes no bookings right now; its host has to make it active again.',
  },
};

const ABOUT_THE_SLOT: ReadonlySet<string> = new Set([
  'limit_reached',
  'not_a_slot',
  'slot_taken',
  'too_far',
  'too_soon',
]);

/** Returns whether another slot can resolve the refusal. */
export const isAboutTheSlot = ({ details }: AppError): boolean => ABOUT_THE_SLOT.has(String(details?.reason));

/** @param more further details, such as alternatives. */
export function refusal(reason: RefusalReason, more: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError(refusals[reason].code, refusals[reason].message, {
    reason,
    ...(reason === 'calendar_away' ? { dependency: 'calendar', retryAfterSeconds: 5 } : {}),
    ...more,
  });
}

type Refused = Extract<AttemptOutcome, { result: 'refused' }>;

/** The answer to a refused attempt. @param mails the limiter of its mails, where the call is not that of a guest */
export function outcomeError(refused: Refused, mails: LimiterName = LIMITER_OF.too_many_mails): AppError {
  if (!('limit' in refused)) return refusal(refused.reason);
  return limited(refused.reason === 'too_many_mails' ? mails : LIMITER_OF[refused.reason], refused);
}

/** Attempts of the last hour. */
export const tooManyAttempts = (refused: TooManyAttempts): AppError => limited('attemptsOfBooking', refused);

/** Why no code was issued, as an error for the caller. */
export function codeError(refused: CodeRefusal): AppError {
  switch (refused.refused) {
    case 'slot_refused':
      return refusal(refused.reason);
    case 'withdrawn':
      return new AppError('resource.conflict', 'The code request was withdrawn. Ask again.');
    case 'too_many_codes':
      return limited(refused.ofWorkspace ? 'codesOfWorkspace' : 'codesOfInbox', refused);
    case 'too_many_links':
      return limited('links', refused);
  }
}
