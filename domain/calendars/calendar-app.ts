import type { CalendarProviderName } from './remote-event.ts';

/** Our registration at a provider of calendars: the one that sign-in uses, or that of a stand-in on this machine. */
export interface CalendarApp {
  /** As people read it: "Google", "Google (local stand-in)". */
  readonly label: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As in its discovery document. */
  readonly issuer: string;
  /** Root of the calendar API, with a slash at its end. */
  readonly apiUrl: string;
}

/** A provider without a registration is missing. */
export type CalendarApps = Readonly<Partial<Record<CalendarProviderName, CalendarApp>>>;
