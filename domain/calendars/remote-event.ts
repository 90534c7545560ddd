/** Events and calendars as a provider has them, in the words of both providers. Instances of series are expanded. */

export type CalendarProviderName = 'google' | 'microsoft';

/**
 * What an event says about its owner's time. Google has `busy` and `free` (transparency) and special types; `working_elsewhere` is a working
 * location there that is no office.
 */
export type Availability = 'busy' | 'free' | 'tentative' | 'out_of_office' | 'working_elsewhere';

/** The owner's own answer; `none`: not asked, or the organizer, or not answered yet. */
export type AttendeeResponse = 'none' | 'accepted' | 'tentative' | 'declined';

/** Instants, or local days of the calendar's zone; the end is exclusive in both. */
export type EventTime =
  | { readonly kind: 'timed'; readonly startMs: number; readonly endMs: number }
  | { readonly kind: 'all_day'; readonly startDate: string; readonly endDate: string };

export interface RemoteEvent {
  /** Of the event, or of the instance of a series. */
  readonly id: string;
  /** Of the series that it is an instance of; null: of none. */
  readonly seriesId: string | null;
  readonly time: EventTime;
  readonly availability: Availability;
  readonly response: AttendeeResponse;
  /** The booking that its writer named. The event is ours only if we know this booking: another Holdfast may have written it. */
  readonly bookingId?: string;
  /** The booking whose UID it has: the event that we wrote, or a copy that a calendar added from our mail. Not of a series. */
  readonly bookingOfUid?: string;
}

/** One entry of a sync page: an event as it is now, or one that is gone. */
export type EventChange = ({ readonly gone: false } & RemoteEvent) | { readonly gone: true; readonly id: string };

/** A page of a calendar's events. `cursor`: where the next sync goes on; `page`: more of this one. */
export interface EventPage {
  readonly changes: readonly EventChange[];
  /** Series whose instances are all in `changes`: others that are known do not exist any more. */
  readonly replacedSeries: readonly string[];
  readonly next: { readonly page: string } | { readonly cursor: string };
}

export interface RemoteCalendar {
  readonly providerCalendarId: string;
  readonly name: string;
  /** IANA; null: the provider did not say, so the account's zone counts. */
  readonly timezone: string | null;
  readonly isPrimary: boolean;
  readonly canWrite: boolean;
  /** Whether an event in it can have a Meet or Teams link. */
  readonly makesLinks: boolean;
}

/** An event that we write: all that the provider gets. */
export interface EventToWrite {
  readonly bookingId: string;
  /** Counts events of this booking: after one was deleted, another needs another id. From 0. */
  readonly generation: number;
  /** The UID of its booking in our mails. Google's event gets it; Microsoft makes its own. */
  readonly uid: string;
  /** An earlier try may have made it: its answer was lost. */
  readonly mayExist: boolean;
  readonly title: string;
  readonly description: string;
  readonly location: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** IANA, of the host. */
  readonly timezone: string;
  /** Empty: guests get our mails alone. */
  readonly attendees: readonly { readonly email: string; readonly name: string | null }[];
  readonly wantsLink: boolean;
  /** Microsoft: who makes the link; null: left to Microsoft, which accounts of persons need. */
  readonly linkProvider: 'teamsForBusiness' | null;
}

/** An event of ours as the provider keeps it. */
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

/** A channel by which a provider says that a calendar changed. */
export interface OpenedChannel {
  readonly providerId: string;
  readonly expiresMs: number;
}
