import { isoInstant } from '../../../domain/time/local.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { codeWords } from '../../../web/texts/code.ts';
import { expiredStep } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Answer, Visit } from '../shell/visit.ts';
import { type BookingState, sealReceipt, sealState } from './booking-state.ts';
import { eventPath, timesHref } from './event-address.ts';
import { readMadeBooking } from './made-booking.ts';
import type { detailsInput } from './typed-details.ts';
import { chosenZone } from './zones.ts';

export interface LinkWish {
  readonly startUtc: string;
  readonly timezone: string;
  readonly details: ReturnType<typeof detailsInput>;
}

export type CodeProgress = Pick<BookingState, 'challengeToken' | 'heldUntilUtc' | 'codeUntilMs'>;

/** Checks the whole booking, holds the time, mails the code. Asked again, it mails nothing new. */
export async function requestLink(
  visit: Visit,
  address: EventAddress,
  { startUtc, timezone, details }: LinkWish,
): Promise<Answer<{ readonly codeNeeded: boolean; readonly progress: CodeProgress }>> {
  const answer = await visit.ask('booking', 'requestConfirmLink', {
    ...address,
    startAt: startUtc,
    timezone,
    ...details,
  });
  if (!answer.ok) return answer;
  const { confirmUrl, holdExpiresAt, codeExpiresInSeconds, verificationRequired } = answer.output;
  const progress = {
    challengeToken: new URL(confirmUrl).pathname.split('/').at(-1) ?? '',
    heldUntilUtc: holdExpiresAt,
    codeUntilMs: visit.now + codeExpiresInSeconds * 1000,
  };
  return { ok: true, output: { codeNeeded: verificationRequired, progress } };
}

/** The code step; everything it needs is sealed in its address. */
export const confirmPath = (visit: Visit, address: EventAddress, state: BookingState): string =>
  `${eventPath(address)}/confirm${queryText({ timezone: state.timezone, s: sealState(visit, address, state) })}`;

const OUTCOMES: Readonly<Record<string, 'pending' | 'canceled'>> = {
  pending_confirmation: 'pending',
  canceled: 'canceled',
};

interface Booked {
  readonly id: string;
  readonly startAt: string;
  readonly status: string;
  readonly joinUrl?: string | undefined;
}

/**
 * The last page, as a receipt of what was answered.
 * @param proved whether the code was given just now
 */
export const bookedPath = (
  visit: Visit,
  address: EventAddress,
  state: BookingState,
  { proved, ...booking }: Booked & { readonly proved: boolean },
): string => {
  const receipt = {
    bookingId: booking.id,
    proved,
    madeAtMs: visit.now,
    event: state.event,
    startUtc: booking.startAt,
    timezone: state.timezone,
    email: state.typed.email.trim(),
    outcome: OUTCOMES[booking.status] ?? ('booked' as const),
    joinUrl: booking.joinUrl ?? null,
  };
  return `${eventPath(address)}/booked${queryText({ timezone: state.timezone, r: sealReceipt(visit, address, receipt) })}`;
};

/**
 * Back from the last page, say: a step whose code has booked leads to what was booked. The way into the meeting is left out: whoever
 * typed the code has it, and so has the mail.
 * @returns false where nothing is booked yet
 */
export async function toMadeBooking(visit: Visit, address: EventAddress, state: BookingState): Promise<boolean> {
  const booking = await readMadeBooking(visit, state);
  if (booking === null) return false;
  const { id, startMs, status } = booking;
  visit.goTo(bookedPath(visit, address, state, { id, startAt: isoInstant(startMs), status, proved: false }));
  return true;
}

/** For a step whose state is too old, or none of ours: the way back to the times. */
export function tooOld(visit: Visit, address: EventAddress): void {
  const link = { href: timesHref(address, chosenZone(visit)), label: visit.words(codeWords).pickTime };
  visit.show('problem', { ...expiredStep(visit.locale), link }, 410);
}
