import type { LocationType } from '../schemas/public-calendar.ts';

/** What mails and calendar files say about one booking. Names, answers and reasons in it are untrusted text. */
export interface MeetingFacts {
  readonly bookingId: string;
  readonly workspaceId: string | null;
  readonly workspaceName: string;
  readonly eventName: string;
  readonly hostName: string;
  readonly hostEmail: string;
  /** IANA zone */
  readonly hostTimezone: string;
  readonly guestName: string | null;
  readonly guestEmail: string;
  /** IANA zone */
  readonly guestTimezone: string;
  /** addresses that the guest invited besides */
  readonly guests: readonly string[];
  /** set when an agent booked for the guest through its own inbox */
  readonly agentEmail: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
  readonly joinUrl: string | null;
  /** revision of the meeting for calendars: 0 when confirmed, one more for each reschedule and for the cancel */
  readonly sequence: number;
  readonly answers: readonly { readonly label: string; readonly display: string }[];
}

/** Who a mail goes to. An extra guest is told apart by address, as the meeting lists it. */
export type Recipient = 'guest' | 'host' | { readonly extraGuest: string };
