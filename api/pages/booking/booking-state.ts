import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { localParts } from '../../../domain/time/local.ts';
import type { LocationType } from '../../../schemas/shapes/public-calendar.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import { dayWords, type MeetingTime, meetingTime } from '../../../web/parts/meeting-time.ts';
import type { Locale } from '../../../web/texts/locale.ts';
import { seal, unseal } from '../shell/sealed-state.ts';
import type { Visit } from '../shell/visit.ts';
import { subjectOf } from './event-address.ts';

/** Servers and proxies take addresses of 8 KB; longer answers are left out of it, the database has them with the code. */
const LONGEST_STATE = 6_000;

/** An address outlasts the moment: histories keep it, and people pass it on. */
const JUST_NOW_MS = 15 * MINUTE_MS;

export interface EventFacts {
  readonly name: string;
  readonly durationMinutes: number;
  readonly locationType: LocationType;
  readonly hostName: string;
}

/** What went wrong at the step before, so that the next page can say it, however often it is loaded. */
export interface StepProblem {
  readonly reason: string;
  readonly attemptsLeft?: number;
  /** nearest open starts, UTC */
  readonly alternatives?: readonly string[];
}

/** Of the newest code: the first one, another that was asked for, or the one that was there when another was asked for too soon. */
export type CodeMail = 'first' | 'again' | 'too_soon';

/** A booking between its steps. It travels sealed: see `sealed-state.ts`. */
export interface BookingState {
  readonly event: EventFacts;
  readonly startUtc: string;
  readonly timezone: string;
  readonly typed: TypedDetails;
  /** true: answers were too long to travel */
  readonly shortened: boolean;
  readonly challengeToken: string;
  readonly heldUntilUtc: string | null;
  readonly codeUntilMs: number;
  readonly sent: CodeMail;
  readonly problem: StepProblem | null;
}

/** What the last page says. */
export interface Receipt {
  readonly bookingId: string;
  /** true: this very answer proved the code; false: no code was asked for, or it was found again from a step's address, which others may have seen */
  readonly proved: boolean;
  /** milliseconds since the epoch */
  readonly madeAtMs: number;
  readonly event: EventFacts;
  readonly startUtc: string;
  readonly timezone: string;
  readonly email: string;
  /** canceled: the same code again, after the meeting was canceled */
  readonly outcome: 'booked' | 'pending' | 'canceled';
  readonly joinUrl: string | null;
}

export function sealState(visit: Visit, address: EventAddress, state: BookingState): string {
  const sealed = seal(visit.kit.pageKey, `${subjectOf(address)}/state`, state, visit.now);
  if (sealed.length <= LONGEST_STATE) return sealed;
  const short = { ...state, typed: shortly(state.typed), shortened: true };
  return seal(visit.kit.pageKey, `${subjectOf(address)}/state`, short, visit.now);
}

/** Whatever else was typed is longer than any that is taken: it is cut where that ends. */
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

/** True for the browser in which the code was typed a moment ago: its guest may do what the link in the mail lets them do. */
export const isJustProved = ({ proved, madeAtMs }: Pick<Receipt, 'proved' | 'madeAtMs'>, now: number): boolean =>
  proved && now - madeAtMs < JUST_NOW_MS;

/** A meeting of an event as one person's clock shows it. */
export function timeOf(startUtc: string, durationMinutes: number, timezone: string, locale: Locale): MeetingTime {
  const startMs = Date.parse(startUtc);
  return meetingTime(startMs, startMs + durationMinutes * MINUTE_MS, timezone, locale);
}

/** The same with its day in short: "Tue, 24 Nov 2026" in a list that a phone shows. */
export function alternativeOf(
  startUtc: string,
  durationMinutes: number,
  timezone: string,
  locale: Locale,
): MeetingTime {
  const { dateLocal } = localParts(Date.parse(startUtc), timezone);
  return { ...timeOf(startUtc, durationMinutes, timezone, locale), day: dayWords(dateLocal, locale, 'short') };
}

/** Whole minutes as the operations write them; null for what is no instant. */
export function toUtc(text: string): string | null {
  const ms = /^2\d{3}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
