import type {
  CalendarProviderName,
  EventPage,
  EventToWrite,
  OpenedChannel,
  RemoteCalendar,
  RemoteEvent,
  WrittenEvent,
} from '../../domain/calendars/remote-event.ts';
import type { Interval } from '../../domain/slots/types.ts';

/** Where a reading of a calendar goes on. With neither page nor cursor, it begins to read the whole window. */
export interface ReadFrom {
  readonly window: Interval;
  /** more of the reading that began */
  readonly page?: string;
  /** what has changed since the last reading's end */
  readonly cursor?: string;
}

/** Says when a call must be over. Every call to a provider has one. */
export interface CallLimits {
  readonly signal: AbortSignal;
}

/** One account at a provider, with a token that was good a moment ago. Made by `connectionOf` for one activity. */
export interface CalendarAccount {
  listCalendars(limits: CallLimits): Promise<RemoteCalendar[]>;
  /**
   * One page of changes, the instances of series expanded. A page may be empty.
   * @throws ProviderError cursor_gone: read the whole window again. A calendar that gives busy times alone has no cursor, so it says
   * this every time; the ids of its events are their times
   */
  readEvents(providerCalendarId: string, from: ReadFrom, limits: CallLimits): Promise<EventPage>;
  /** Events that touch a short interval, as they are now: for the check before a booking. */
  readNow(providerCalendarId: string, interval: Interval, limits: CallLimits): Promise<RemoteEvent[]>;
  /**
   * Creates the event of a booking, or finds the one that an earlier try created and gives it these times. One that was deleted is made
   * anew, under another id: keep the id of the answer.
   */
  createEvent(providerCalendarId: string, event: EventToWrite, limits: CallLimits): Promise<WrittenEvent>;
  /**
   * null: it is not there any more. Texts that the host rewrote stay (Google).
   * @param written `etag` null: whatever it is now
   * @throws ProviderError event_changed: it is newer than `etag`, read it first
   */
  updateEvent(
    providerCalendarId: string,
    written: { readonly id: string; readonly etag: string | null },
    event: EventToWrite,
    limits: CallLimits,
  ): Promise<WrittenEvent | null>;
  /** Deletes it; done already is fine. */
  deleteEvent(providerCalendarId: string, eventId: string, limits: CallLimits): Promise<void>;
  /** null: deleted, or moved to a calendar where it has another id. */
  readEvent(providerCalendarId: string, eventId: string, limits: CallLimits): Promise<WrittenEvent | null>;
  /** @param channel `id` is ours; `secret` comes back with each push; `address` takes them */
  openChannel(
    providerCalendarId: string,
    channel: { readonly id: string; readonly secret: string; readonly address: string; readonly expiresMs: number },
    limits: CallLimits,
  ): Promise<OpenedChannel>;
  /** null: the provider renews none, so open another and close this one. */
  renewChannel(providerId: string, expiresMs: number, limits: CallLimits): Promise<OpenedChannel | null>;
  closeChannel(channel: { readonly id: string; readonly providerId: string }, limits: CallLimits): Promise<void>;
}

/** Tokens as a provider gave them. */
export interface Tokens {
  readonly accessToken: string;
  readonly accessExpiresMs: number;
  /** null: the one before stays good. */
  readonly refreshToken: string | null;
  readonly scopes: readonly string[];
}

/** One provider: what does not need a calendar. */
export interface CalendarProvider {
  readonly name: CalendarProviderName;
  /** @throws ProviderError token_refused: the person must connect again */
  refresh(refreshToken: string, limits: CallLimits): Promise<Tokens>;
  /** Takes our access back. Done already is fine; a provider without this does nothing. */
  revoke(refreshToken: string, limits: CallLimits): Promise<void>;
  /** @param mailbox names the account: calls of this process to one mailbox share a limit. Absent: the token names it. */
  account(accessToken: string, mailbox?: string): CalendarAccount;
}

/** The failures of all providers, in one set of words. None carries a token, a title or an address. */
export type ProviderFailure =
  /** The tokens are dead, or a scope was taken away: the person must connect again. */
  | 'token_refused'
  /** Away, slow, or 5xx. */
  | 'away'
  /** Too many calls: 429, or Google's 403 of quotas. */
  | 'throttled'
  /** The cursor is too old (410): read everything again. */
  | 'cursor_gone'
  /** The calendar or event is not there, or not ours to touch. */
  | 'not_found'
  | 'forbidden'
  /** The event is newer than the etag that we know (412). */
  | 'event_changed'
  /** Our registration at the provider, or our keys, are wrong: only the operator can help, and no person is bothered with it. */
  | 'misconfigured'
  /** Any other 4xx: a fault of ours, or data that the provider does not take. */
  | 'refused';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  /** How long the provider wants no calls. */
  readonly retryAfterMs: number | null;
  /** Its HTTP status and stable reason word, for the log. */
  readonly detail: string;

  constructor(failure: ProviderFailure, detail: string, retryAfterMs: number | null = null) {
    super(`the calendar provider answered: ${failure} (${detail})`);
    this.failure = failure;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}
