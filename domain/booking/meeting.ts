import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { hostListWords } from '../../texts/en/meetings.ts';
import { LANGUAGE_FACTS, type Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';

/** The facts of a booking in mails and calendar files. Names, answers and reasons are untrusted text. */
export interface MeetingFacts {
  readonly bookingId: string;
  readonly workspaceId: string | null;
  readonly workspaceName: string;
  /** how the workspace's mails look; absent: as ours */
  readonly brand?: MeetingBrand;
  readonly eventName: string;
  readonly hostName: string;
  readonly hostEmail: string;
  /** IANA zone */
  readonly hostTimezone: string;
  /** of the mails to the host */
  readonly hostLanguage: Language;
  /** how the host writes dates, such as US; null: as their language usually does */
  readonly hostRegion?: string | null;
  /** the other hosts; most meetings have none */
  readonly otherHosts: readonly MeetingHost[];
  readonly guestName: string | null;
  readonly guestEmail: string;
  /** IANA zone */
  readonly guestTimezone: string;
  /** of the booking, and of the mails to its guests */
  readonly language: Language;
  /** of the guest's browser, such as US: dates are written as there; null: not named */
  readonly region?: string | null;
  /** addresses of the extra guests */
  readonly guests: readonly string[];
  /** set if an agent booked for the guest through its own inbox */
  readonly agentEmail: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
  readonly joinUrl: string | null;
  /** the host's calendar makes the link: it is not there yet, or that failed; absent: no calendar makes one, or it is there */
  readonly linkByCalendar?: 'coming' | 'failed' | null;
  /** revision of the meeting for calendars: 0 when confirmed, one more for each reschedule and for the cancel */
  readonly sequence: number;
  readonly answers: readonly { readonly label: string; readonly display: string }[];
}

export interface MeetingBrand {
  /** #rrggbb; null: none chosen */
  readonly colour: string | null;
  /** the avatar's file below /assets; null: none */
  readonly avatarFile: string | null;
}

export interface MeetingHost {
  /** Set for hosts besides the organizing one. */
  readonly userId?: string;
  readonly name: string;
  readonly email: string;
  /** IANA zone */
  readonly timezone: string;
  /** of the mails to them */
  readonly language: Language;
  readonly region?: string | null;
}

/** The meeting for another of its hosts: mails to the host go to them. */
export const asOtherHost = <T extends MeetingFacts>(
  meeting: T,
  { name, email, timezone, language, region = null }: MeetingHost,
): T => ({
  ...meeting,
  hostName: name,
  hostEmail: email,
  hostTimezone: timezone,
  hostLanguage: language,
  hostRegion: region,
  otherHosts: [
    {
      name: meeting.hostName,
      email: meeting.hostEmail,
      timezone: meeting.hostTimezone,
      language: meeting.hostLanguage,
      region: meeting.hostRegion ?? null,
    },
    ...meeting.otherHosts.filter((other) => other.email !== email),
  ],
});

const NAMED = 3;

const listIn = (language: Language) => new Intl.ListFormat(LANGUAGE_FACTS[language].tag, { type: 'conjunction' });

/** The hosts of a meeting for its guest: "Ada Lovelace and Grace Hopper", "Ada, Grace and 2 others". */
export function hostNames(
  { hostName, otherHosts }: Pick<MeetingFacts, 'hostName' | 'otherHosts'>,
  language: Language,
): string {
  const names = [hostName, ...otherHosts.map(({ name }) => name)];
  const others = translated(hostListWords, language).others(names.length - NAMED + 1);
  return listIn(language).format(names.length > NAMED ? [...names.slice(0, NAMED - 1), others] : names);
}

/** Who gets a mail. An extra guest is named by address, as the meeting lists it. */
export type Recipient = 'guest' | 'host' | { readonly extraGuest: string };

/** A recipient's region: as for their language. */
export const regionFor = (
  { region, hostRegion }: Pick<MeetingFacts, 'region' | 'hostRegion'>,
  recipient: Recipient,
): string | null => (recipient === 'host' ? hostRegion : region) ?? null;

/** A recipient's language: guests, also extra ones, the meeting's; a host their own. */
export const languageFor = (
  { language, hostLanguage }: Pick<MeetingFacts, 'language' | 'hostLanguage'>,
  recipient: Recipient,
): Language => (recipient === 'host' ? hostLanguage : language);
