import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { localParts } from '../../../domain/time/local.ts';
import type { LocationType } from '../../../schemas/shapes/public-calendar.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import type { Locale } from '../../../web/parts/locale.ts';
import { dayWords, type MeetingTime, meetingTime } from '../../../web/parts/meeting-time.ts';
import { seal, unseal } from '../shell/sealed-state.ts';
import type { Visit } from '../shell/visit.ts';
import { subjectOf } from './event-address.ts';

/** In characters. Servers and proxies accept addresses of 8 KB. Longer answers are left out: the database stores them with the code. */
const LONGEST_STATE = 6_000;

/** An address lives longer than the visit: browsers store it, and people share it. */
const JUST_NOW_MS = 15 * MINUTE_MS;

export interface EventFacts {
  readonly name: string;
  readonly durationMinutes: number;
  readonly locationType: LocationType;
  readonly hostName: string;
  /** absent in states that were sealed before */
  readonly byApproval?: boolean;
}

/** What went wrong at the previous step. The next page shows it at each load. */
export interface StepProblem {
  readonly reason: string;
  readonly attemptsLeft?: number;
  /** nearest open starts, UTC */
  readonly alternatives?: readonly string[];
}

/** The newest code: the first one, a new one after a request, or the previous one because the request came too soon. */
export type CodeMail = 'first' | 'again' | 'too_soon';

/** A booking between its steps, sealed into an address: see `sealed-state.ts`. */
export interface BookingState {
  readonly event: EventFacts;
  readonly startUtc: string;
  readonly timezone: string;
  readonly typed: TypedDetails;
  /** true: the answers were too long for an address */
  readonly shortened: boolean;
  readonly challengeToken: string;
  readonly codeUntilMs: number;
  readonly sent: CodeMail;
  readonly problem: StepProblem | null;
}

/** What the last page shows. */
export interface Receipt {
  readonly bookingId: string;
  /** true: the code was typed for this answer; false: no code was needed, or the booking was found by a step's address, which others may have seen */
  readonly proved: boolean;
  /** milliseconds since the epoch */
  readonly madeAtMs: number;
  readonly event: EventFacts;
  readonly startUtc: string;
  readonly timezone: string;
  readonly email: string;
  /** canceled: the same code was sent again after the meeting was canceled */
  readonly outcome: 'booked' | 'pending' | 'canceled';
  readonly joinUrl: string | null;
}

export function sealState(visit: Visit, address: EventAddress, state: BookingState): string {
  const sealed = seal(visit.kit.pageKey, `${subjectOf(address)}/state`, state, visit.now);
  if (sealed.length <= LONGEST_STATE) return sealed;
  const short = { ...state, typed: shortly(state.typed), shortened: true };
  return seal(visit.kit.pageKey, `${subjectOf(address)}/state`, short, visit.now);
}

/** Cuts fields that are longer than any valid one. */
const shortly = ({ name, email, guests }: TypedDetails): TypedDetails => ({
  name: name.slice(0, 120),
  email: email.slice(0, 254),
  guests: guests.slice(0, 2_000),
  answers: {},
});

export const readState = (visit: Visit, address: EventAddress, text: string | undefined): BookingState | null =>
  text === undefined ? null : unseal(visit.kit.pageKey, `${subjectOf(address)}/state`, text, visit.now);

export const sealReceipt = (visit: Visit, address: EventAddress, receipt: Receipt): string =>
  seal(visit.kit.pageKey, `${subjectOf(address)}/receipt`, receipt, visit.now);

export const readReceipt = (visit: Visit, address: EventAddress, text: string | undefined): Receipt | null =>
  text === undefined ? null : unseal(visit.kit.pageKey, `${subjectOf(address)}/receipt`, text, visit.now);

/** True for the browser in which the code was typed a moment ago: its guest may do what the link in the mail allows. */
export const isJustProved = ({ proved, madeAtMs }: Pick<Receipt, 'proved' | 'madeAtMs'>, now: number): boolean =>
  proved && now - madeAtMs < JUST_NOW_MS;

/** The time of a meeting in a person's time zone. */
export function timeOf(startUtc: string, durationMinutes: number, timezone: string, locale: Locale): MeetingTime {
  const startMs = Date.parse(startUtc);
  return meetingTime(startMs, startMs + durationMinutes * MINUTE_MS, timezone, locale);
}

/** The same with a short day, for lists on a phone: "Tue, 24 Nov 2026". */
export function alternativeOf(
  startUtc: string,
  durationMinutes: number,
  timezone: string,
  locale: Locale,
): MeetingTime {
  const { dateLocal } = localParts(Date.parse(startUtc), timezone);
  return { ...timeOf(startUtc, durationMinutes, timezone, locale), day: dayWords(dateLocal, locale, 'short') };
}

/** An instant as the operations write it; null if the text is not an instant. */
export function toUtc(text: string): string | null {
  const ms = /^2\d{3}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
