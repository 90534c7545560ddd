import { TZDate } from '@date-fns/tz';
import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { tzlib_get_ical_block, tzlib_get_offset } from 'timezones-ical-library';
import { inviteWords } from '../../texts/en/meetings.ts';
import { translated } from '../../texts/translated.ts';
import type { MailAttachment, MailService } from '../mail/mail.ts';
import { HOUR_MS } from '../time/civil.ts';
import { plausibleName, singleLine } from '../untrusted-text.ts';
import { hostNames, languageFor, type MeetingFacts, meetingUid, type Recipient } from './meeting.ts';
import { type MeetingPlace, meetingPlace, placeFor } from './meeting-place.ts';

export interface InviteInput {
  readonly meeting: MeetingFacts;
  readonly recipient: Recipient;
  /** REQUEST invites or moves, CANCEL cancels, PUBLISH is a file to download */
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  /** for the guest only: its holder can move or cancel the meeting */
  readonly manageUrl: string | null;
  readonly nowMs: number;
}

/**
 * Renders the meeting as an iCalendar file (RFC 5545, scheduling by RFC 5546), for a mail or a download.
 *
 * UID stays the same for the whole life of a booking and for all recipients; SEQUENCE is the meeting's own. The organizer
 * is the service, under the host's name: calendars refuse invites in which organizer and reader are the same person, and
 * replies to the host's private inbox would change nothing here. So no reply is requested (RSVP=FALSE).
 */
export function renderInvite(service: MailService, input: InviteInput): MailAttachment {
  const { meeting, method } = input;
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: `//${plainParameter(service.name)}//Booking//EN`,
  });
  // A zone name here would also write DTSTAMP as local time, against RFC 5545: only the events carry the zone.
  calendar.timezone({ name: null, generator: zoneBlock });
  const event = calendar.createEvent({
    id: meetingUid(service, meeting.bookingId),
    sequence: meeting.sequence,
    stamp: new TZDate(input.nowMs, 'UTC'),
    ...invitePeriod(meeting),
    summary: inviteTitle(meeting, input.recipient),
    description: inviteDescription(input),
    location: placeOfCopy(meeting, input.recipient).line,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    busystatus: method === 'CANCEL' ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
    transparency: ICalEventTransparency.OPAQUE,
    organizer: { name: plainParameter(meeting.hostName) || plainParameter(service.name), email: service.fromEmail },
  });
  addAttendees(event, meeting, input.recipient);
  return {
    name: 'invite.ics',
    contentType: `text/calendar; method=${method}; charset=utf-8`,
    content: `${calendar.toString().trimEnd()}\r\n`,
  };
}

function placeOfCopy(meeting: MeetingFacts, recipient: Recipient): MeetingPlace {
  const language = languageFor(meeting, recipient);
  return typeof recipient === 'string' ? placeFor(recipient, meeting, language) : meetingPlace(meeting, language);
}

const NEAR_CHANGE_MS = 3 * HOUR_MS;

/**
 * Returns start and end in the host's zone, as calendars expect. If local time could mislead, they are in UTC, which some calendars show
 * as a foreign zone but is always right: near a clock change, when wall times may repeat; in zones that the zone library lacks; and
 * if its tz database and Node's differ on this meeting.
 */
function invitePeriod({ hostTimezone, startMs, endMs }: MeetingFacts) {
  const zone = libraryZone(hostTimezone)?.name ?? 'Etc/UTC';
  const start = new TZDate(startMs, zone);
  const isSteady = [startMs - NEAR_CHANGE_MS, endMs + NEAR_CHANGE_MS].every(
    (ms) => new TZDate(ms, zone).getTimezoneOffset() === start.getTimezoneOffset(),
  );
  return zone !== 'Etc/UTC' && isSteady && librarySaysSame(zone, start)
    ? { start, end: new TZDate(endMs, zone), timezone: zone }
    : { start: new TZDate(startMs, 'UTC'), end: new TZDate(endMs, 'UTC') };
}

interface LibraryZone {
  /** the library's name for the zone: Asia/Calcutta is Asia/Kolkata there */
  readonly name: string;
  readonly block: string;
}

/** Building a zone's block takes longer than the rest of the file. The cache is bounded, since zone names come from guests. */
const libraryZones = new Map<string, LibraryZone | null>();
const MAX_LIBRARY_ZONES = 1000;

function libraryZone(zone: string): LibraryZone | null {
  const known = libraryZones.get(zone);
  if (known !== undefined) return known;
  const [block, label] = tzlib_get_ical_block(zone);
  const found = block && label?.startsWith('TZID=') ? { name: label.slice('TZID='.length), block } : null;
  if (libraryZones.size >= MAX_LIBRARY_ZONES) libraryZones.clear();
  libraryZones.set(zone, found);
  return found;
}

function zoneBlock(zone: string): string | null {
  return libraryZone(zone)?.block ?? null;
}

function librarySaysSame(zone: string, moment: TZDate): boolean {
  const [, date = '', clock = '', offset = ''] = /^(.{10})T(.{5}).*([+-]\d\d:\d\d)$/.exec(moment.toISOString()) ?? [];
  return tzlib_get_offset(zone, date, clock) === offset.replace(':', '');
}

function inviteTitle(meeting: MeetingFacts, recipient: Recipient): string {
  const language = languageFor(meeting, recipient);
  const other =
    recipient === 'host' ? (plausibleName(meeting.guestName) ?? meeting.guestEmail) : hostNames(meeting, language);
  return singleLine(translated(inviteWords, language).title(meeting.eventName, other), 160);
}

function inviteDescription({ meeting, recipient, manageUrl }: InviteInput): string {
  const language = languageFor(meeting, recipient);
  const words = translated(inviteWords, language);
  const { link } = meetingPlace(meeting, language);
  const answers = recipient === 'host' ? meeting.answers : [];
  return [
    words.arranged(singleLine(meeting.eventName, 120), singleLine(meeting.workspaceName, 120)),
    link ? words.join(link) : null,
    ...answers.map(({ label, display }) => `${singleLine(label, 120)}: ${singleLine(display, 500)}`),
    recipient === 'guest' && manageUrl ? words.change(manageUrl) : null,
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** An extra guest's copy names only the host, the guest and that extra guest: other addresses stay private. */
function addAttendees(event: ICalEvent, meeting: MeetingFacts, recipient: Recipient): void {
  const extra = typeof recipient === 'string' ? meeting.guests : [recipient.extraGuest];
  const accepted = { status: ICalAttendeeStatus.ACCEPTED, rsvp: false };
  const guestName = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  event.createAttendee({ email: escapeForUri(meeting.hostEmail), name: plainParameter(meeting.hostName), ...accepted });
  for (const host of meeting.otherHosts) {
    event.createAttendee({ email: escapeForUri(host.email), name: plainParameter(host.name), ...accepted });
  }
  event.createAttendee({ email: escapeForUri(meeting.guestEmail), name: plainParameter(guestName), ...accepted });
  for (const email of extra)
    event.createAttendee({ email: escapeForUri(email), status: ICalAttendeeStatus.NEEDSACTION, rsvp: false });
}

/** Characters that a mail address may have and that a mailto URI must escape (RFC 6068). */
const ESCAPED_IN_URI = /["%/?#{}|^` ]/g;

const escapeForUri = (address: string): string => address.replaceAll(ESCAPED_IN_URI, encodeURIComponent);

/** Quoted parameter values can't escape quotes (RFC 5545, 3.2), but the generator would. */
function plainParameter(text: string): string {
  return singleLine(text, 120).replaceAll('"', '’').replaceAll('\\', '/');
}
