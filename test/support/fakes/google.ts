import { googleProvider } from '../../../outbound/calendars/google/provider.ts';
import type { CalendarAccount, CallLimits } from '../../../outbound/calendars/provider.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { exchangeProblems } from '../asserts/google-discovery.ts';

export const ADA = 'ada@acme.test';
/** A calendar of which Ada sees busy times alone. */
export const BOSS = 'boss@acme.test';
export const FAMILY = 'family-ada@group.calendar.google.com';
export const ZONE = 'Europe/Berlin';

export interface CheckedGoogle extends GoogleStandIn {
  /** Requests and responses since the last call that do not match Google's description. */
  problems(): string[];
  /** Forgets events, faults and settings of a test. */
  clean(): void;
}

/** The stand-in of Google; all requests and answers are checked against Google's own description. */
export async function startCheckedGoogle(): Promise<CheckedGoogle> {
  const found: string[] = [];
  const google = await startGoogleStandIn({
    onExchange: (asked, answer) => {
      found.push(...exchangeProblems(asked, answer));
    },
  });
  return Object.assign(google, {
    problems: () => found.splice(0),
    clean: () => {
      google.faults.clear();
      google.meet = { delayMs: 0, outcome: 'success' };
      for (const calendar of google.accounts.calendars.values()) {
        calendar.pageSize = 2_500;
        for (const { event } of calendar.visible()) calendar.forget(event.id ?? '');
      }
    },
  });
}

export const googleAccountOf = (google: GoogleStandIn, accessToken: string): CalendarAccount =>
  googleProvider({ ...google.client, issuer: google.url }, `${google.url}/`).account(accessToken);

export const soon = (): CallLimits => ({ signal: AbortSignal.timeout(20_000) });

/** Times of an event on the clock of Berlin: `2026-11-24T10:00`. */
export const timed = (start: string, end: string) => {
  const at = (local: string) => ({ dateTime: `${local}:00`, timeZone: ZONE });
  return { start: at(start), end: at(end) };
};

/** Whole days; the end is exclusive. */
export const allDay = (start: string, end: string) => ({ start: { date: start }, end: { date: end } });
