import type { MeetingFacts } from '../../domain/booking/meeting.ts';
import { guestNumber } from '../../domain/booking/meeting-place.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { CLAIM_LABELS } from '../../domain/prep/claim-kinds.ts';
import type { PackInput } from '../../domain/prep/pack-input.ts';
import { packLayout } from '../../domain/prep/pack-layout.ts';
import { packParts } from '../../domain/prep/pack-parts.ts';
import { toMail } from '../../domain/prep/pack-words.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { prepTexts } from '../../texts/en/mails/meetings.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { DetailRow } from './content.ts';
import { composeMail, formerTimeOf, placeRow } from './mail-parts.ts';
import { brandFor } from './meeting-mail.ts';
import { packSections } from './prep-sections.ts';
import { meetingTime, type Reader, shortInstant } from './times.ts';

const NAME_CHARACTERS = 80;

export interface PrepMail {
  readonly meeting: MeetingFacts;
  /** As this host reads it: with their own history. */
  readonly input: PackInput;
  readonly host: {
    readonly userId: string;
    readonly email: string;
    readonly timezone: string;
    readonly language: Language;
    readonly region?: string | null;
  };
  readonly appUrl: string;
  /** Where who manages the event type changes when the mail comes, or stops it. */
  readonly settingsUrl: string;
  /** The start that this host was mailed about before the meeting moved; null: none. */
  readonly mailedStartMs: number | null;
  /** The revision of the meeting's last move; null: it never moved. */
  readonly moveRevision: number | null;
}

/**
 * Sends a host what they need minutes before a meeting: when, how to join, what to ask, who comes. All facts are on the pack's page, which
 * it leads to. Words of the guest and of sites are quoted, one line each, and no links.
 */
export function renderPrep(service: MailService, { meeting, input, host, ...mail }: PrepMail): OutgoingMail {
  const { bookingId, workspaceId, startMs } = meeting;
  const { language } = host;
  const texts = translated(prepTexts, language);
  const guest = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  const event = singleLine(meeting.eventName, NAME_CHARACTERS);
  const parts = packParts(input);
  const layout = packLayout(input, parts);
  const { sections, more } = packSections(parts, layout);
  const start = shortInstant(startMs, host);
  const theirTime = layout.theirTime && { label: CLAIM_LABELS.theirTime, value: toMail(layout.theirTime.words) };
  return composeMail(
    service,
    {
      // A key has 80 characters: the end of the host's id tells the hosts of one meeting apart.
      key: `${bookingId}:prep-${startMs}-${host.userId.slice(-12)}${mail.moveRevision === null ? '' : `-${mail.moveRevision}`}`,
      ...{ workspaceId, to: host.email, replyTo: null, kind: 'prep_pack' },
      subject: texts.subject(event, guest, start),
    },
    {
      language,
      preview: texts.preview(start, guest),
      heading: texts.heading(event, guest),
      blocks: [
        {
          kind: 'details',
          rows: [
            ...timeRows(meeting, host, mail.mailedStartMs),
            ...(theirTime ? [theirTime] : []),
            ...placeRows(meeting, language),
          ],
        },
        ...sections,
        { kind: 'action', label: texts.action, url: `${mail.appUrl}/meetings/${bookingId}/prep` },
        { kind: 'aside', text: texts.more(more) },
      ],
      footer: texts.footer(service.name, event),
      refusal: { label: texts.settings, url: mail.settingsUrl },
      ...brandFor(service, meeting),
    },
  );
}

/** From when to when, in the host's zone; after a move, also the time that their last such mail said. */
function timeRows(meeting: MeetingFacts, reader: Reader, mailedStartMs: number | null): DetailRow[] {
  const texts = translated(prepTexts, reader.language);
  const { day, hours, zone } = meetingTime(meeting.startMs, meeting.endMs, reader);
  const when = { label: texts.when, value: day, ending: hours, note: zone };
  const former = formerTimeOf(meeting, { previousStartMs: mailedStartMs });
  if (former === null) return [when];
  const before = meetingTime(former.startMs, former.endMs, reader);
  return [when, { label: texts.movedFrom, value: before.day, ending: before.hours, former: true }];
}

/** The way in, and who waits there. */
function placeRows(meeting: MeetingFacts, language: Language): DetailRow[] {
  const texts = translated(prepTexts, language);
  const place = placeRow({ ...meeting, hostLanguage: language }, 'host', true);
  const number = guestNumber(meeting);
  return [
    { ...place, label: place.url === undefined ? texts.where : texts.join },
    // Digits alone: what a phone makes of it is a call.
    ...(number === null ? [] : [{ label: texts.number, value: number, url: `tel:${number}` }]),
    { label: texts.guest, value: meeting.guestEmail },
    ...(meeting.guests.length === 0 ? [] : [{ label: texts.alsoInvited, value: meeting.guests.join(', ') }]),
  ];
}
