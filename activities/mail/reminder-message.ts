import type { MeetingFacts } from '../../domain/booking/meeting.ts';
import { meetingPlace } from '../../domain/booking/meeting-place.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { PlannedReminder } from '../../domain/reminders/reminder-times.ts';
import { type OwnReminderWords, type ReminderValues, reminderInWords } from '../../domain/reminders/reminder-words.ts';
import { reminderTexts } from '../../texts/en/mails/meetings.ts';
import type { MailBlock } from './content.ts';
import {
  composeMail,
  meetingAddresses,
  meetingDetails,
  meetingFooter,
  meetingMailKey,
  namesOf,
  readerOf,
  shortStart,
  wordsFor,
} from './mail-parts.ts';
import { brandFor, meetingLinks } from './meeting-mail.ts';

export interface ReminderMail {
  readonly meeting: MeetingFacts;
  readonly planned: PlannedReminder;
  /** The host's own; those who have proved nothing get none of them. */
  readonly own: OwnReminderWords;
  readonly manageUrl: string;
  /** the meeting's page, for hosts */
  readonly meetingUrl: string;
  /** the pack's page, for hosts; null: no pack */
  readonly packUrl: string | null;
  /** the event's open times */
  readonly bookAgainUrl: string;
  /** Where a guest stops the reminders of this workspace, by a page or one POST. */
  readonly stopUrl: string;
  /** Where a host changes them. */
  readonly settingsUrl: string;
  readonly nowMs: number;
}

/** A reminder: before the meeting with all that it takes to come, else words alone. */
export function renderReminder(service: MailService, mail: ReminderMail): OutgoingMail {
  const { meeting, planned, own } = mail;
  const { to, side } = planned;
  const { language } = readerOf(meeting, to);
  const { subject, heading, paragraphs } = reminderInWords({ side, to, language }, own, valuesFor(meeting, to));
  const texts = wordsFor(reminderTexts, meeting, to);
  const names = namesOf(meeting, to);
  const isToHost = to === 'host';
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, stepOf(planned), to),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, to),
      kind: 'booking_reminder',
      subject,
      ...(isToHost ? {} : { stopUrl: mail.stopUrl }),
    },
    {
      language,
      preview: shortStart(meeting, to),
      heading,
      blocks: [
        ...paragraphs.map((text): MailBlock => ({ kind: 'paragraph', text })),
        { kind: 'details', rows: meetingDetails(placed(meeting, side), to, { takesPlace: side === 'before' }) },
        ...linksOf(mail),
        ...strangersLink(service, texts),
      ],
      footer: isToHost ? texts.toHost(service.name, names.event) : meetingFooter(service, meeting, to),
      refusal: isToHost
        ? { label: texts.settings, url: mail.settingsUrl }
        : { label: texts.stop(names.workspace), url: mail.stopUrl },
      ...brandFor(service, meeting),
    },
  );
}

/** One mail for each reminder and due time: a key has 80 characters at most. */
const stepOf = ({ id, atMs }: PlannedReminder): string => `r-${id}-${(atMs ?? 0).toString(36)}`;

/** Once a meeting is over, its link leads nowhere. */
const placed = (meeting: MeetingFacts, side: PlannedReminder['side']): MeetingFacts =>
  side === 'before' || meeting.joinUrl === null ? meeting : { ...meeting, joinUrl: null, locationDetail: null };

function linksOf(mail: ReminderMail): MailBlock[] {
  const { meeting, planned } = mail;
  const { to, side } = planned;
  if (side === 'before' || to === 'host') {
    const packUrl = side === 'before' ? mail.packUrl : null;
    return meetingLinks({ ...mail, recipient: to, packUrl });
  }
  return side === 'no_show'
    ? [{ kind: 'action', label: wordsFor(reminderTexts, meeting, to).again, url: mail.bookAgainUrl }]
    : [];
}

/** Who has proved nothing may also refuse all mails of strangers. */
const strangersLink = (
  { refuseUrl }: MailService,
  texts: { readonly strangers: string; readonly strangersLink: string },
): MailBlock[] =>
  refuseUrl === undefined
    ? []
    : [{ kind: 'aside', text: texts.strangers, link: { label: texts.strangersLink, url: refuseUrl } }];

/** What stands for the variables in one recipient's mail: their time, in their zone. */
function valuesFor(meeting: MeetingFacts, to: 'guest' | 'host'): ReminderValues {
  const { event, host, workspace, guest } = namesOf(meeting, to);
  return {
    guest_name: guest,
    host_name: host,
    event_name: event,
    workspace_name: workspace,
    start: shortStart(meeting, to),
    location: meetingPlace(meeting, readerOf(meeting, to).language).line,
  };
}
