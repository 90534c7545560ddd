/** Events and calendars of a provider, in terms that fit both providers. Series are expanded into instances. */

export type CalendarProviderName = 'google' | 'microsoft';

/**
 * An event's effect on its owner's time. Google has `busy` and `free` (transparency) and special types; `working_elsewhere` is a working
 * location there that is not an office.
 */
export type Availability = 'busy' | 'free' | 'tentative' | 'out_of_office' | 'working_elsewhere';

/** The owner's own answer; `none`: not asked, or the organizer, or not answered yet. */
export type AttendeeResponse = 'none' | 'accepted' | 'tentative' | 'declined';

/** Instants, or local days of the calendar's zone; the end is exclusive in both. */
export type EventTime =
  | { readonly kind: 'timed'; readonly startMs: number; readonly endMs: number }
  | { readonly kind: 'all_day'; readonly startDate: string; readonly endDate: string };

export interface RemoteEvent {
  /** The id of the event, or of the instance of a series. */
  readonly id: string;
  /** The id of the series of an instance; null: the event is no instance. */
  readonly seriesId: string | null;
  readonly time: EventTime;
  readonly availability: Availability;
  readonly response: AttendeeResponse;
  /** The booking that the event's writer named. The booking may be of another Holdfast, so the caller checks that it exists. */
  readonly bookingId?: string;
  /** The booking whose UID the event has: Holdfast wrote it, or a calendar added it from a mail of Holdfast. Not set for a series. */
  readonly bookingOfUid?: string;
}

/** One entry of a sync page: an event as it is now, or one that was deleted. */
export type EventChange = ({ readonly gone: false } & RemoteEvent) | { readonly gone: true; readonly id: string };

/** A page of a calendar's events. `page` continues this sync; `cursor` begins the next one. */
export interface EventPage {
  readonly changes: readonly EventChange[];
  /** Series whose instances are all in `changes`: their other known instances were deleted. */
  readonly replacedSeries: readonly string[];
  readonly next: { readonly page: string } | { readonly cursor: string };
}

export interface RemoteCalendar {
  readonly providerCalendarId: string;
  readonly name: string;
  /** IANA; null: not stated, so the account's zone counts */
  readonly timezone: string | null;
  readonly isPrimary: boolean;
  readonly canWrite: boolean;
  /** true if its events can have a Meet or Teams link */
  readonly makesLinks: boolean;
}

/** An event to write, with all values that the provider gets. */
export interface EventToWrite {
  readonly bookingId: string;
  /** The number of earlier events of this booking: after one was deleted, the next one needs another id. */
  readonly generation: number;
  /** The UID of its booking in mails. Google's event gets it; Microsoft makes its own. */
  readonly uid: string;
  /** true if an earlier try may have made the event, because its answer was lost */
  readonly mayExist: boolean;
  readonly title: string;
  readonly description: string;
  readonly location: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** IANA, of the host. */
  readonly timezone: string;
  /** Empty: guests get only the mails of Holdfast. */
  readonly attendees: readonly { readonly email: string; readonly name: string | null }[];
  readonly wantsLink: boolean;
  /** Microsoft's provider of the link; null: Microsoft chooses, which personal accounts need. */
  readonly linkProvider: 'teamsForBusiness' | null;
}

/** A written event as the provider stores it. */
export interface WrittenEvent {
  readonly id: string;
  readonly etag: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly htmlLink: string | null;
  /** null: none, or not made yet. */
  readonly joinUrl: string | null;
  /** Answers of its attendees, by address in lower case. */
  readonly responses: Readonly<Record<string, AttendeeResponse>>;
}

/** A channel by which a provider notifies Holdfast that a calendar changed. */
export interface OpenedChannel {
  readonly providerId: string;
  readonly expiresMs: number;
}
