import { PROVIDER_NAMES } from '../../domain/accounts/providers.ts';
import type { CapReason, RefusalReason } from '../../domain/booking/attempt.ts';
import { languageFor, type MeetingFacts } from '../../domain/booking/meeting.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { calendarEventTexts } from '../../texts/en/mails/meetings.ts';
import type { DetailRow } from './content.ts';
import { composeMail, meetingDetails, meetingFooter, namesOf, readerOf, shortStart, wordsFor } from './mail-parts.ts';
import { brandFor } from './meeting-mail.ts';
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
  readonly reason: RefusalReason | CapReason | null;
  /** Where the person sees their calendars. */
  readonly url: string;
}

/** To the host of a booking: what became of its event in their calendar, and what they can do. */
export function renderCalendarEvent(service: MailService, mail: CalendarEventMail): OutgoingMail {
  const { meeting, kind, mailNo, userId, url } = mail;
  const { event, guest } = namesOf(meeting, 'host');
  const texts = wordsFor(calendarEventTexts, meeting, 'host');
  const { subject, heading, lead, next } = wordsOf(mail);
  return composeMail(
    service,
    {
      // The end of the id is random, and a key has 80 characters at most.
      key: `${meeting.bookingId}:calendar-${mailNo}-${userId.slice(-12)}`,
      workspaceId: meeting.workspaceId,
      ...{ to: meeting.hostEmail, replyTo: meeting.guestEmail, kind: 'calendar_event' as const },
      subject: texts.subject(subject, event, guest, shortStart(meeting, 'host')),
    },
    {
      language: languageFor(meeting, 'host'),
      preview: lead,
      heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: detailsOf(mail) },
        { kind: 'paragraph', text: next },
        { kind: 'action', label: kind === 'moved' ? texts.choose : texts.see, url },
      ],
      footer: meetingFooter(service, meeting, 'host'),
      ...brandFor(service, meeting),
    },
  );
}

/** With the event's own time, where the host has moved it and is asked. */
function detailsOf({ kind, meeting, period }: CalendarEventMail): DetailRow[] {
  const [when, ...others] = meetingDetails(meeting, 'host');
  if (!when || kind !== 'moved' || period === null) return meetingDetails(meeting, 'host');
  const { day, hours, zone } = meetingTime(period.startMs, period.endMs, readerOf(meeting, 'host'));
  return [
    when,
    { label: wordsFor(calendarEventTexts, meeting, 'host').inCalendar, value: day, ending: hours, note: zone },
    ...others,
  ];
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly next: string;
}

function wordsOf(mail: CalendarEventMail): Words {
  const { meeting, kind, provider, failure, isDeletion, reason } = mail;
  const texts = wordsFor(calendarEventTexts, meeting, 'host');
  const { event, guest } = namesOf(meeting, 'host');
  const to = toTime(mail);
  switch (kind) {
    case 'failed': {
      const why = texts.failures[failure ?? ''] ?? texts.failures.refused ?? '';
      return (isDeletion ? texts.stillThere : texts.missing)(event, guest, PROVIDER_NAMES[provider], why);
    }
    case 'moved':
      return texts.moved(event, guest, to);
    case 'deleted':
      return texts.deleted(event, guest);
    case 'not_followed':
      return texts.notFollowed(event, guest, to, texts.reasons[reason ?? ''] ?? texts.reasons.other ?? '');
  }
}

const toTime = ({ meeting, period }: CalendarEventMail): string =>
  period === null
    ? ''
    : wordsFor(calendarEventTexts, meeting, 'host').to(shortInstant(period.startMs, readerOf(meeting, 'host')));
