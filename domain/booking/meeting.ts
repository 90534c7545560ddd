import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { hostListWords } from '../../texts/en/meetings.ts';
import { LANGUAGE_FACTS, type Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { MailService } from '../mail/mail.ts';

/** Returns whether a guest's data was deleted: `store/meetings/delete-guest.ts` replaces their address by one of this form. */
export const isDeletedGuest = (email: string): boolean => /^deleted\+[^@]*@guest\.invalid$/.test(email);

/**
 * Returns the UID of a booking in all calendars, `{bookingId}@{host of public_url}`: in mails, in files to download, and in events that
 * Holdfast writes where the provider accepts a UID. It stays the same for the life of the booking.
 */
export const meetingUid = ({ publicUrl }: Pick<MailService, 'publicUrl'>, bookingId: string): string =>
  `${bookingId}@${new URL(publicUrl).hostname}`;

/** The facts of a booking in mails and calendar files. Names, answers and reasons are untrusted text. */
export interface MeetingFacts {
  readonly bookingId: string;
  readonly workspaceId: string | null;
  readonly workspaceName: string;
  /** the look of the workspace's mails; absent: Holdfast's own */
  readonly brand?: MeetingBrand;
  readonly eventName: string;
  readonly hostName: string;
  readonly hostEmail: string;
  /** IANA zone */
  readonly hostTimezone: string;
  /** language of the mails to the host */
  readonly hostLanguage: Language;
  /** region whose date format the host uses, such as US; null: the usual one of their language */
  readonly hostRegion?: string | null;
  /** the other hosts; usually none */
  readonly otherHosts: readonly MeetingHost[];
  readonly guestName: string | null;
  readonly guestEmail: string;
  /** IANA zone */
  readonly guestTimezone: string;
  /** language of the booking, and of the mails to its guests */
  readonly language: Language;
  /** region of the guest's browser, such as US, whose date format is used; null: not known */
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
  /** state of a link that the host's calendar makes: not there yet, or failed; absent: no calendar makes one, or it is there */
  readonly linkByCalendar?: 'coming' | 'failed' | null;
  /** revision of the meeting for calendars: 0 when confirmed, plus one for each reschedule and for the cancel */
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
  /** Set for all hosts except the organizing one. */
  readonly userId?: string;
  readonly name: string;
  readonly email: string;
  /** IANA zone */
  readonly timezone: string;
  /** language of the mails to them */
  readonly language: Language;
  readonly region?: string | null;
}

/** Returns the meeting as seen by another of its hosts: mails to the host go to them. */
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

const MAX_NAMED_HOSTS = 3;

const listIn = (language: Language) => new Intl.ListFormat(LANGUAGE_FACTS[language].tag, { type: 'conjunction' });

/** Returns the names of a meeting's hosts for its guest: "Ada Lovelace and Grace Hopper", "Ada, Grace and 2 others". */
export function hostNames(
  { hostName, otherHosts }: Pick<MeetingFacts, 'hostName' | 'otherHosts'>,
  language: Language,
): string {
  const names = [hostName, ...otherHosts.map(({ name }) => name)];
  const others = translated(hostListWords, language).others(names.length - MAX_NAMED_HOSTS + 1);
  return listIn(language).format(
    names.length > MAX_NAMED_HOSTS ? [...names.slice(0, MAX_NAMED_HOSTS - 1), others] : names,
  );
}

/** The recipient of a mail. An extra guest is named by their address, as the meeting lists it. */
export type Recipient = 'guest' | 'host' | { readonly extraGuest: string };

/** Returns a recipient's region, chosen as their language. */
export const regionFor = (
  { region, hostRegion }: Pick<MeetingFacts, 'region' | 'hostRegion'>,
  recipient: Recipient,
): string | null => (recipient === 'host' ? hostRegion : region) ?? null;

/** Returns a recipient's language. Guests, also extra ones, have the meeting's; a host has their own. */
export const languageFor = (
  { language, hostLanguage }: Pick<MeetingFacts, 'language' | 'hostLanguage'>,
  recipient: Recipient,
): Language => (recipient === 'host' ? hostLanguage : language);
