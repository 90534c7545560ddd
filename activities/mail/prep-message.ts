import type { MeetingFacts } from '../../domain/booking/meeting.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { MadePack } from '../../domain/prep/pack-input.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { DetailRow } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { meetingTime, shortInstant } from './times.ts';

const NAME_CHARACTERS = 80;
/** The page has the rest. */
const MOST_QUESTIONS = 5;
const MOST_ANSWERS = 10;

export interface PrepMail {
  readonly meeting: MeetingFacts;
  readonly pack: MadePack;
  readonly host: { readonly email: string; readonly timezone: string };
  /** Which of the hosts: the key tells them apart. */
  readonly nth: number;
  readonly appUrl: string;
}

/** Sends a host what is known before a meeting, and what to ask. Words of the guest and of sites are quoted, one line each. */
export function renderPrep(service: MailService, { meeting, pack, host, nth, appUrl }: PrepMail): OutgoingMail {
  const { bookingId, workspaceId, startMs, endMs } = meeting;
  const reader = { timezone: host.timezone, language: 'en' } as const;
  const guest = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  const event = singleLine(meeting.eventName, NAME_CHARACTERS);
  const subject = `Prep: ${event} with ${guest}, ${shortInstant(startMs, reader)}`;
  const time = meetingTime(startMs, endMs, reader);
  const rows: DetailRow[] = [
    { label: 'When', value: time.day, ending: time.hours, note: time.zone },
    { label: 'Guest', value: guest === meeting.guestEmail ? guest : `${guest} (${meeting.guestEmail})` },
    ...companyRows(pack),
    ...pack.whyMeeting.bookingAnswers
      .slice(0, MOST_ANSWERS)
      .map(({ label, value }) => ({ label: singleLine(label, 120), value: `“${singleLine(value, 300)}”` })),
  ];
  const questions = pack.questions
    .slice(0, MOST_QUESTIONS)
    .map(({ text }, at) => `${at + 1}. ${singleLine(text, 300)}`);
  return composeMail(
    service,
    {
      key: `${bookingId}:prep-${startMs}-${nth}`,
      ...{ workspaceId, to: host.email, replyTo: meeting.guestEmail, kind: 'prep_pack', subject },
    },
    {
      language: 'en',
      preview: `What is known of ${guest}, and what to ask.`,
      heading: `Your meeting with ${guest}`,
      blocks: [
        { kind: 'details', rows },
        ...(questions.length > 0
          ? [{ kind: 'paragraph', text: 'Questions to ask:' } as const, ...questions.map(paragraph)]
          : []),
        { kind: 'action', label: 'Open the whole pack', url: `${appUrl}/meetings/${bookingId}/prep` },
      ],
      footer: `${service.name} sent this because people book “${event}” with you. The event type’s prepMailMinutes says when it comes; null stops it.`,
    },
  );
}

const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const;

/** Nothing of a company that is not known. */
function companyRows({ company: { domain, oneLiner, sizeSignal } }: MadePack): DetailRow[] {
  if (domain === '') return [];
  const rows = [{ label: 'Company', value: singleLine(domain, 253) }];
  if (oneLiner !== '') rows.push({ label: 'Says of itself', value: `“${singleLine(oneLiner, 300)}”` });
  if (sizeSignal) rows.push({ label: 'Size', value: singleLine(sizeSignal, 120) });
  return rows;
}
