import type { HostPrepPack } from '../../schemas/shapes/prep-pack.ts';
import { MINUTE_MS } from '../time/civil.ts';
import { bookerLocal, localParts } from '../time/local.ts';
import { isTimezone } from '../time/zone.ts';
import { personAnswers, personPlaces } from './answer-topics.ts';
import { CLAIM_LABELS, type ClaimKind } from './claim-kinds.ts';
import { count, dayInWords } from './pack-days.ts';
import type { PackInput } from './pack-input.ts';
import { hosts, shownAddress, theirs, type Words } from './pack-words.ts';

type Tag = HostPrepPack['provenance'][number]['tag'];

/** One thing that a pack says. Each becomes a line of the text and an entry of the provenance, so neither lacks one. */
export interface Claim {
  /** undefined: an answer of the guest, or that of an added source. */
  readonly kind?: ClaimKind;
  readonly label: Words;
  readonly words: Words;
  readonly tag: Tag;
  /** Only with the tag `source`. */
  readonly source?: { readonly name: string; readonly url: string };
}

export const claim = (kind: ClaimKind, words: Words, tag: Tag, source?: Claim['source']): Claim => ({
  kind,
  label: [CLAIM_LABELS[kind]],
  words,
  tag,
  ...(source && { source }),
});

/** Who the guest is, by their own words. */
export function guestClaims({ guest, answers, emailClass, startMs, eventType, hostTimezone }: PackInput): Claim[] {
  const claims: Claim[] = [];
  if (guest.name !== null) claims.push(claim('name', [theirs(guest.name)], 'guest'));
  const { title, linkedin } = personAnswers(answers);
  // The whole answer: it stands nowhere else.
  const wholeTitle = answers[personPlaces(answers).titleAt]?.display ?? title;
  if (wholeTitle !== null) claims.push(claim('title', [theirs(wholeTitle)], 'guest'));
  claims.push(claim('address', [theirs(guest.email)], 'guest'));
  // Other kinds are told where they matter: with the company, or on top.
  if (emailClass === 'role')
    claims.push(claim('mailbox', ['A shared mailbox: others may read and answer, too'], 'estimate'));
  if (linkedin !== null) claims.push(claim('linkedin', [theirs(shownAddress(linkedin))], 'guest'));
  const time = theirTime({ startMs, endMs: startMs + eventType.durationMinutes * MINUTE_MS, hostTimezone, guest });
  if (time !== null) claims.push(claim('theirTime', [time], 'guest'));
  return claims;
}

/** When the meeting is where the guest is; null: the clock there is the host's. */
export function theirTime({ startMs, endMs, hostTimezone, guest: { timezone } }: TheirTime): string | null {
  if (!isTimezone(timezone)) return null;
  const host = bookerLocal(startMs, endMs, isTimezone(hostTimezone) ? hostTimezone : 'UTC');
  const { display, dateLocal, startLocal } = bookerLocal(startMs, endMs, timezone);
  if (dateLocal === host.dateLocal && startLocal === host.startLocal) return null;
  const odd = oddHour(startMs, endMs, timezone);
  const time = dateLocal === host.dateLocal ? display.slice(display.indexOf(startLocal)) : display;
  return odd === null ? time : `${time}, ${ODD_HOURS[odd]}`;
}

interface TheirTime {
  readonly startMs: number;
  readonly endMs: number;
  readonly hostTimezone: string;
  readonly guest: { readonly timezone: string };
}

const [EARLY, LATE] = [8 * 60, 20 * 60];

/** What is unusual about a time of a meeting where the guest is. */
export type OddHour = 'early' | 'night' | 'late' | 'weekend';

const ODD_HOURS: Readonly<Record<OddHour, string>> = {
  ...{ early: 'early for them', night: 'at night for them' },
  ...{ late: 'late for them', weekend: 'at their weekend' },
};

/** null: nothing is. */
export function oddHour(startMs: number, endMs: number, timezone: string): OddHour | null {
  const [start, end] = [localParts(startMs, timezone), localParts(endMs, timezone)];
  if (start.minuteOfDay < EARLY) return start.minuteOfDay >= 5 * 60 ? 'early' : 'night';
  if (end.minuteOfDay > LATE || end.dateLocal !== start.dateLocal) return 'late';
  return start.dayOfWeek === 'Saturday' || start.dayOfWeek === 'Sunday' ? 'weekend' : null;
}

/** What this booking and earlier ones show. The records of the workspace are the host's. */
export function bookingClaims({ guest, history, startMs, bookedMs, hostTimezone }: PackInput): Claim[] {
  const claims = [claim('before', metBefore(history, hostTimezone), 'host')];
  if (history.colleagues) claims.push(claim('othersThere', colleagues(history.colleagues, hostTimezone), 'host'));
  const missed = [
    history.noShows > 0 && `did not come to ${count(history.noShows, 'meeting')}`,
    history.canceled > 0 && `canceled ${count(history.canceled, 'meeting')}`,
  ].filter((words) => words !== false);
  if (missed.length > 0) claims.push(claim('missed', [`They ${missed.join(' and ')}`], 'host'));
  if (history.upcoming > 0)
    claims.push(claim('next', [`${count(history.upcoming, 'more meeting')} with you to come`], 'host'));
  const lead = leadDays(startMs, bookedMs);
  const moved = guest.reschedules > 0 ? `, moved ${times(guest.reschedules)}` : '';
  const by = guest.isByAgent ? ' by an agent for them' : '';
  // A meeting that was booked days ahead, and never moved, is as most are.
  if (lead === 0 || by !== '' || moved !== '')
    claims.push(claim('booked', [`${lead === 0 ? 'Less than a day' : count(lead, 'day')} ahead${by}${moved}`], 'host'));
  if (guest.furtherGuests > 0) {
    claims.push(claim('alsoInvited', [count(guest.furtherGuests, 'further guest')], 'guest'));
  }
  return claims;
}

function metBefore(history: PackInput['history'], timezone: string): Words {
  if (history.lastMetAtMs === null)
    return [history.completed > 0 ? `You met ${times(history.completed)}` : 'No earlier meeting in your records'];
  const { lastEventTypeName: name } = history;
  const met: Words = [`You met ${times(history.completed)}, last on ${dayInWords(history.lastMetAtMs, timezone)}`];
  return name === null ? met : [...met, ': ', hosts(name)];
}

/** Without names: one of them may ask to be deleted. */
const colleagues = (
  { people, lastMetAtMs }: NonNullable<PackInput['history']['colleagues']>,
  timezone: string,
): Words => [
  `You met ${people === 1 ? 'one other person' : `${people} other people`} who ${people === 1 ? 'writes' : 'write'} from there, last on ${dayInWords(lastMetAtMs, timezone)}`,
];

const times = (number: number): string => (number === 1 ? 'once' : number === 2 ? 'twice' : `${number} times`);

/** Whole days from the booking to the meeting. */
export const leadDays = (startMs: number, bookedMs: number): number =>
  Math.max(0, Math.floor((startMs - bookedMs) / (24 * 60 * MINUTE_MS)));
