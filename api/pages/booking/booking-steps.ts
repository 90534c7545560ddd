import { isoInstant } from '../../../domain/time/local.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { codeWords } from '../../../texts/en/pages/booking.ts';
import { expiredStep } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Answer, Visit } from '../shell/visit.ts';
import { type BookingState, sealReceipt, sealState } from './booking-state.ts';
import { eventPath, timesHref } from './event-address.ts';
import { readMadeBooking } from './made-booking.ts';
import type { detailsInput } from './typed-details.ts';
import { chosenZone } from './zones.ts';

export interface LinkRequest {
  readonly startUtc: string;
  readonly timezone: string;
  readonly details: ReturnType<typeof detailsInput>;
}

export type CodeProgress = Pick<BookingState, 'challengeToken' | 'codeUntilMs'>;

/** Checks the whole booking, holds the time, mails the code. A repeated call mails nothing new. */
export async function requestLink(
  visit: Visit,
  address: EventAddress,
  { startUtc, timezone, details }: LinkRequest,
): Promise<Answer<{ readonly codeNeeded: boolean; readonly progress: CodeProgress }>> {
  const answer = await visit.ask('booking', 'requestConfirmLink', {
    ...address,
    startAt: startUtc,
    timezone,
    ...details,
  });
  if (!answer.ok) return answer;
  const { confirmUrl, codeExpiresInSeconds, verificationRequired } = answer.output;
  const progress = {
    challengeToken: new URL(confirmUrl).pathname.split('/').at(-1) ?? '',
    codeUntilMs: visit.now + codeExpiresInSeconds * 1000,
  };
  return { ok: true, output: { codeNeeded: verificationRequired, progress } };
}

/** The address of the code step. Everything that the step needs is sealed in it. */
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
 * The address of the last page, with a sealed receipt of the answer.
 * @param proved whether the code was typed just now
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
 * Redirects to the last page if this step's code has already booked, for example after the back button. The receipt has no join
 * link: the guest who typed the code has it, and so has the mail.
 * @returns false if nothing is booked yet
 */
export async function toMadeBooking(visit: Visit, address: EventAddress, state: BookingState): Promise<boolean> {
  const booking = await readMadeBooking(visit, state);
  if (booking === null) return false;
  const { id, startMs, status } = booking;
  visit.goTo(bookedPath(visit, address, state, { id, startAt: isoInstant(startMs), status, proved: false }));
  return true;
}

/** For a step whose state is too old or not ours: links back to the times. */
export function tooOld(visit: Visit, address: EventAddress): void {
  const link = { href: timesHref(address, chosenZone(visit)), label: visit.words(codeWords).pickTime };
  visit.show('problem', { ...expiredStep(visit.locale), link }, 410);
}
