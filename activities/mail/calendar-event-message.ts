import { PROVIDER_NAMES } from '../../domain/accounts/providers.ts';
import type { RefusalReason } from '../../domain/booking/attempt.ts';
import type { MeetingFacts } from '../../domain/booking/meeting.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { Interval } from '../../domain/slots/types.ts';
import type { DetailRow } from './content.ts';
import { composeMail, meetingDetails, meetingFooter, namesOf, readerOf, shortStart } from './mail-parts.ts';
import { meetingTime, shortInstant } from './times.ts';

export interface CalendarEventMail {
  readonly kind: 'failed' | 'moved' | 'deleted' | 'not_followed';
  /** As the recipient has it. */
  readonly meeting: MeetingFacts;
  readonly userId: string;
  /** Counts the mails about this event. */
  readonly mailNo: number;
  readonly provider: CalendarProviderName;
  readonly failure: string | null;
  /** It was to be deleted, because the meeting does not take place, or with another host. */
  readonly isDeletion: boolean;
  /** Where the host moved it; null: not known, or deleted. */
  readonly period: Interval | null;
  /** Why the meeting could not follow. */
  readonly reason: RefusalReason | null;
  /** Where the person sees their calendars. */
  readonly url: string;
}

/** To the host of a booking: what became of its event in their calendar, and what they can do. */
export function renderCalendarEvent(service: MailService, mail: CalendarEventMail): OutgoingMail {
  const { meeting, kind, mailNo, userId, url } = mail;
  const { event, guest } = namesOf(meeting, 'host');
  const { subject, heading, lead, next } = WORDS[kind](mail, { event, guest });
  return composeMail(
    service,
    {
      // The end of the id is random, and a key has 80 characters at most.
      key: `${meeting.bookingId}:calendar-${mailNo}-${userId.slice(-12)}`,
      workspaceId: meeting.workspaceId,
      ...{ to: meeting.hostEmail, replyTo: meeting.guestEmail, kind: 'calendar_event' as const },
      subject: `${subject}: ${event} with ${guest}, ${shortStart(meeting, 'host')}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: detailsOf(mail) },
        { kind: 'paragraph', text: next },
        { kind: 'action', label: kind === 'moved' ? 'Choose what counts' : 'See your calendars', url },
      ],
      footer: meetingFooter(service, meeting, 'host'),
    },
  );
}

/** With the event's own time, where the host has moved it and is asked. */
function detailsOf({ kind, meeting, period }: CalendarEventMail): DetailRow[] {
  const [when, ...others] = meetingDetails(meeting, 'host');
  if (!when || kind !== 'moved' || period === null) return meetingDetails(meeting, 'host');
  const { day, hours, zone } = meetingTime(period.startMs, period.endMs, readerOf(meeting, 'host'));
  return [when, { label: 'In your calendar', value: day, ending: hours, note: zone }, ...others];
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly next: string;
}

const WORDS: Readonly<
  Record<CalendarEventMail['kind'], (mail: CalendarEventMail, names: { event: string; guest: string }) => Words>
> = {
  failed: ({ provider, failure, isDeletion }, { event, guest }) => {
    const because = `${PROVIDER_NAMES[provider]} did not do it: ${FAILURES[failure ?? ''] ?? FAILURES.refused}.`;
    if (isDeletion)
      return {
        subject: 'Still in your calendar',
        heading: 'An event is still in your calendar',
        lead: `“${event}” with ${guest} should be gone from your calendar: you do not meet then. ${because}`,
        next: 'Delete the event yourself. Other events may be left too.',
      };
    return {
      subject: 'Not in your calendar',
      heading: 'A meeting is not in your calendar',
      lead: `“${event}” with ${guest} is not in your calendar as it should be. ${because} The meeting stands, and its time is kept.`,
      next: 'See your calendars: choose one that you may write to, then press “Try again” beside the meeting. Other meetings may be missing too.',
    };
  },
  moved: (mail, { event, guest }) => ({
    subject: 'Moved in your calendar only',
    heading: 'You moved a meeting in your calendar',
    lead: `You moved “${event}” with ${guest} in your calendar${toTime(mail)}. The meeting itself stays at its time until you say so.`,
    next: 'On that page, press “Move the meeting”, and its guests get a mail, or “Put it back”, and the event returns to its time.',
  }),
  deleted: (_, { event, guest }) => ({
    subject: 'Deleted in your calendar only',
    heading: 'You deleted a meeting in your calendar',
    lead: `You deleted “${event}” with ${guest} in your calendar. The meeting itself still takes place until you cancel it.`,
    next: 'To have the event back, press “Put it back” beside the meeting in your calendars. To cancel the meeting, ask your agent to cancel it.',
  }),
  not_followed: (mail, { event, guest }) => ({
    subject: 'Not moved',
    heading: 'A meeting could not move',
    lead: `You moved “${event}” with ${guest} in your calendar${toTime(mail)}. The meeting stays at its time: ${REASONS[mail.reason ?? ''] ?? REASONS.other}.`,
    next: 'The event goes back to that time. Move it to another time, or ask your agent to reschedule the meeting.',
  }),
};

const toTime = ({ meeting, period }: CalendarEventMail): string =>
  period === null ? '' : ` to ${shortInstant(period.startMs, readerOf(meeting, 'host'))}`;

const FAILURES: Readonly<Record<string, string>> = {
  forbidden: 'we may not write to the calendar that you chose',
  not_found: 'the calendar that you chose is not there any more',
  refused: 'it refuses what we write',
  throttled: 'for two days it wanted no calls from us',
  away: 'for two days it did not answer',
};

const REASONS: Readonly<Record<string, string>> = {
  slot_taken: 'a host has another meeting then',
  too_soon: 'that time is over',
  too_many_moves: 'it was moved too often today',
  too_many_mails: 'its guests got too many mails today',
  other: 'a meeting must begin in the future and be shorter than a day',
};
