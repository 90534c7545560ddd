import type { MeetingFacts } from '../../domain/booking/meeting.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { Claim } from '../../domain/prep/claims.ts';
import { sourceWords } from '../../domain/prep/failure-words.ts';
import type { PackInput } from '../../domain/prep/pack-input.ts';
import { SOFT_QUALIFY } from '../../domain/prep/pack-markdown.ts';
import { type PackParts, packParts } from '../../domain/prep/pack-parts.ts';
import { toMail } from '../../domain/prep/pack-words.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { DetailRow, MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { meetingTime, shortInstant } from './times.ts';

const NAME_CHARACTERS = 80;

export interface PrepMail {
  readonly meeting: MeetingFacts;
  /** As this host reads it: with their own history. */
  readonly input: PackInput;
  readonly host: { readonly userId: string; readonly email: string; readonly timezone: string };
  readonly appUrl: string;
}

/** Sends a host the pack before a meeting: all its claims with their tags. Words of the guest and of sites are quoted, one line each, and no links. */
export function renderPrep(service: MailService, { meeting, input, host, appUrl }: PrepMail): OutgoingMail {
  const { bookingId, workspaceId, startMs, endMs } = meeting;
  const reader = { timezone: host.timezone, language: 'en' } as const;
  const guest = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  const event = singleLine(meeting.eventName, NAME_CHARACTERS);
  const time = meetingTime(startMs, endMs, reader);
  const rows: DetailRow[] = [
    { label: 'When', value: time.day, ending: time.hours, note: time.zone },
    { label: 'Guest', value: guest === meeting.guestEmail ? guest : `${guest} (${meeting.guestEmail})` },
  ];
  return composeMail(
    service,
    {
      // A key has 80 characters: the end of the host's id tells the hosts of one meeting apart.
      key: `${bookingId}:prep-${startMs}-${host.userId.slice(-12)}`,
      ...{ workspaceId, to: host.email, replyTo: null, kind: 'prep_pack' },
      subject: `Prep: ${event} with ${guest}, ${shortInstant(startMs, reader)}`,
    },
    {
      language: 'en',
      preview: `What is known of ${guest}, and what to ask.`,
      heading: `Your meeting with ${guest}`,
      blocks: [
        { kind: 'details', rows },
        ...packBlocks(packParts(input)),
        { kind: 'action', label: 'Open this pack', url: `${appUrl}/meetings/${bookingId}/prep` },
      ],
      footer: `${service.name} sent this because people book “${event}” with you. Whoever manages the event type can change when it comes, or stop it (prepMailMinutes).`,
    },
  );
}

/** The parts of a pack, in the order of its text. */
function packBlocks(parts: PackParts): MailBlock[] {
  const { gaps, companyDomain, questions, locks, closer } = parts;
  const doNotSay = [...locks.doNotSay, ...(locks.softQualifyOnly ? [SOFT_QUALIFY] : [])];
  return [
    ...(gaps.length === 0 ? [] : lines('This pack is not complete', gaps)),
    // Name and address stand above.
    ...claims(
      'Who',
      parts.guestClaims.filter(({ label }) => toMail(label) !== 'Address'),
    ),
    ...claims('You and them', parts.bookingClaims),
    ...claims('What they wrote', parts.answerClaims),
    ...claims('Your notes', parts.noteClaims),
    ...claims(companyDomain === '' ? 'Their company' : `Their company: ${companyDomain}`, parts.companyClaims),
    ...lines(
      'Ask',
      questions.map(({ n, text }) => `${n}. ${text}`),
    ),
    ...lines('Speak from', locks.brandSpeakFrom),
    ...lines('Do not say', doNotSay),
    ...lines('Close', [closer]),
  ];
}

const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text });

const lines = (heading: string, texts: readonly string[]): MailBlock[] =>
  texts.length === 0 ? [] : [paragraph(`${heading}:`), ...texts.map(paragraph)];

/** Below each claim stands whose word it is. */
const claims = (heading: string, said: readonly Claim[]): MailBlock[] =>
  said.length === 0
    ? []
    : [
        paragraph(`${heading}:`),
        {
          kind: 'details',
          rows: said.map(({ label, words, tag, source }) => ({
            label: toMail(label),
            value: toMail(words),
            note: source ? sourceWords(source.name).name : tag,
          })),
        },
      ];
