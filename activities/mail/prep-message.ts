import type { MeetingFacts } from '../../domain/booking/meeting.ts';
import { guestNumber } from '../../domain/booking/meeting-place.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { THEIR_TIME } from '../../domain/prep/claims.ts';
import type { PackInput } from '../../domain/prep/pack-input.ts';
import { packLayout } from '../../domain/prep/pack-layout.ts';
import { packParts } from '../../domain/prep/pack-parts.ts';
import { toMail } from '../../domain/prep/pack-words.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { DetailRow } from './content.ts';
import { composeMail, formerTimeOf, placeRow } from './mail-parts.ts';
import { packSections } from './prep-sections.ts';
import { meetingTime, shortInstant } from './times.ts';

const NAME_CHARACTERS = 80;

export interface PrepMail {
  readonly meeting: MeetingFacts;
  /** As this host reads it: with their own history. */
  readonly input: PackInput;
  readonly host: { readonly userId: string; readonly email: string; readonly timezone: string };
  readonly appUrl: string;
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
  const reader = { timezone: host.timezone, language: 'en' } as const;
  const guest = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  const event = singleLine(meeting.eventName, NAME_CHARACTERS);
  const parts = packParts(input);
  const layout = packLayout(input, parts);
  const { sections, more } = packSections(parts, layout);
  const theirTime = layout.theirTime && { label: THEIR_TIME, value: toMail(layout.theirTime.words) };
  return composeMail(
    service,
    {
      // A key has 80 characters: the end of the host's id tells the hosts of one meeting apart.
      key: `${bookingId}:prep-${startMs}-${host.userId.slice(-12)}${mail.moveRevision === null ? '' : `-${mail.moveRevision}`}`,
      ...{ workspaceId, to: host.email, replyTo: null, kind: 'prep_pack' },
      subject: `Prep: ${event} with ${guest}, ${shortInstant(startMs, reader)}`,
    },
    {
      language: 'en',
      preview: `${shortInstant(startMs, reader)}. How to join, what to ask, and what is known of ${guest}.`,
      heading: `${event} with ${guest}`,
      blocks: [
        {
          kind: 'details',
          rows: [
            ...timeRows(meeting, host.timezone, mail.mailedStartMs),
            ...(theirTime ? [theirTime] : []),
            ...placeRows(meeting),
          ],
        },
        ...sections,
        { kind: 'action', label: 'Open the whole pack', url: `${mail.appUrl}/meetings/${bookingId}/prep` },
        { kind: 'aside', text: more },
      ],
      footer: `${service.name} sent this because people book “${event}” with you. The event type says how long before a meeting it comes. Who manages it changes that, or stops it, by asking an agent: “Send no prep mails for ${event}”.`,
    },
  );
}

/** From when to when, in the host's zone; after a move, also the time that their last such mail said. */
function timeRows(meeting: MeetingFacts, timezone: string, mailedStartMs: number | null): DetailRow[] {
  const reader = { timezone, language: 'en' } as const;
  const { day, hours, zone } = meetingTime(meeting.startMs, meeting.endMs, reader);
  const when = { label: 'When', value: day, ending: hours, note: zone };
  const former = formerTimeOf(meeting, { previousStartMs: mailedStartMs });
  if (former === null) return [when];
  const before = meetingTime(former.startMs, former.endMs, reader);
  return [when, { label: 'Moved from', value: before.day, ending: before.hours, former: true }];
}

/** The way in, and who waits there. */
function placeRows(meeting: MeetingFacts): DetailRow[] {
  const place = placeRow(meeting, 'host', true);
  const number = guestNumber(meeting);
  return [
    { ...place, label: place.url === undefined ? 'Where' : 'Join' },
    // Digits alone: what a phone makes of it is a call.
    ...(number === null ? [] : [{ label: 'Their number', value: number, url: `tel:${number}` }]),
    { label: 'Guest', value: meeting.guestEmail },
    ...(meeting.guests.length === 0 ? [] : [{ label: 'Also invited', value: meeting.guests.join(', ') }]),
  ];
}
