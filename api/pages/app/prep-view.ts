import type { z } from 'zod';
import { guestNumber, meetingPlace } from '../../../domain/booking/meeting-place.ts';
import { isDeletedGuest } from '../../../domain/meetings/deleted-guest.ts';
import { KIND_OF_ADDRESS } from '../../../domain/prep/claims.ts';
import { isBackground } from '../../../domain/prep/company-claims.ts';
import { SOFT_QUALIFY } from '../../../domain/prep/pack-parts.ts';
import { shownAddress } from '../../../domain/prep/pack-words.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import type { LookUpForecast } from '../../../store/prep/refresh-pack.ts';
import { type MeetingTime, meetingTime, momentWords } from '../../../web/parts/meeting-time.ts';
import type { PrepClaim, PrepPack } from '../../../web/parts/prep-pack.tsx';
import type { PageProps } from '../../../web/server.tsx';
import type { Locale } from '../../../web/texts/locale.ts';
import { queryText } from '../shell/request-address.ts';
import { type LookUp, lookUpNews, refreshOf } from './prep-news.ts';

type Meeting = z.output<typeof meetings.getMeeting.output>;
type Pack = z.output<typeof prep.getPrepPack.output>;

interface Read {
  readonly meeting: Meeting;
  readonly pack: Pack;
  /** null: nobody has looked up yet */
  readonly enrichment: LookUp | null;
  readonly place: MeetingPlace;
  /** what a refresh now would do about the company */
  readonly forecast: LookUpForecast;
  readonly nowMs: number;
  readonly locale: Locale;
}

type Props = Omit<PageProps<'prep'>, 'action' | 'csrfToken' | 'notice'>;

/** What the page says, from the answers of the operations. */
export function prepProps({ meeting, pack, enrichment, place, forecast, nowMs, locale }: Read): Props {
  const { id, invitee, local } = meeting;
  const [startMs, endMs] = [Date.parse(meeting.startAt), Date.parse(meeting.endAt)];
  const timeIn = (timezone: string) => meetingTime(startMs, endMs, timezone, locale);
  const inWords = (at: string) => momentWords(Date.parse(at), local.timezone, locale);
  const triedAgain = enrichment?.retryAt ? inWords(enrichment.retryAt) : null;
  const isOver = OVER.has(meeting.status) || endMs <= nowMs;
  const isMade = pack.markdown !== '';
  const isDeleted = isDeletedGuest(invitee.email ?? '');
  const ofMeeting = { theirTime: theirTimeOf(meeting, timeIn), alsoInvited: meeting.guests };
  return {
    ...{ bookingId: id, workspaceId: place.workspaceId },
    homeHref: `/${queryText({ workspace: place.workspaceSlug })}`,
    eventName: meeting.eventType.name ?? 'Meeting',
    guest: isDeleted ? 'a deleted guest' : (invitee.name ?? invitee.email ?? 'Guest'),
    badge: badgeOf(meeting, isOver),
    time: timeIn(local.timezone),
    ...whereOf(meeting, place.locationDetail, isOver),
    hostName: meeting.host.name,
    stage: isDeleted ? 'deleted' : stageOf(pack, isOver),
    isPending: meeting.status === 'pending_confirmation',
    pack: isMade ? packOf(pack, ofMeeting) : null,
    known: isMade || isDeleted ? null : knownOf(meeting, ofMeeting),
    news: isMade ? lookUpNews({ enrichment, missing: pack.missing, place, triedAgain }) : null,
    madeAt: isMade ? inWords(pack.generatedAt) : null,
    // Before the approval nothing is looked up.
    refresh: isOver || meeting.status === 'pending_confirmation' ? null : refreshOf({ enrichment, forecast, isMade }),
  };
}

/** Where it is, the link to join, and the number to call; none once it is over. */
function whereOf(
  meeting: Meeting,
  locationDetail: string | null,
  isOver: boolean,
): Pick<Props, 'where' | 'joinUrl' | 'number'> {
  const { words, link } = meetingPlace({ ...meeting, locationDetail }, 'en');
  const number = isOver ? null : guestNumber({ ...meeting, answers: meeting.formAnswers });
  return { where: words, joinUrl: isOver ? null : link, number };
}

const OVER: ReadonlySet<Meeting['status']> = new Set(['canceled', 'completed', 'no_show']);

function badgeOf({ status }: Meeting, isOver: boolean): Props['badge'] {
  if (status === 'canceled') return { words: 'Canceled', tone: 'over' };
  if (status === 'no_show') return { words: 'The guest did not come', tone: 'over' };
  if (status === 'pending_confirmation' && !isOver) return { words: 'Waits for approval', tone: 'waiting' };
  return isOver ? { words: 'Over', tone: 'over' } : null;
}

function stageOf({ status }: Pack, isOver: boolean): Props['stage'] {
  if (isOver) return 'over';
  if (status === 'pending' || status === 'running') return 'making';
  return status === 'failed' || status === 'none' ? status : 'made';
}

type OfMeeting = Pick<PrepPack['guest'], 'theirTime' | 'alsoInvited'>;

/** "07:00 – 07:30 (America/Denver)", with the day if it is another one for them. */
function theirTimeOf({ timezone, local }: Meeting, timeIn: (timezone: string) => MeetingTime): string | null {
  if (timezone === local.timezone) return null;
  const { day, range, zone } = timeIn(timezone);
  return `${day === timeIn(local.timezone).day ? '' : `${day}, `}${range} (${zone})`;
}

/** What the booking itself says, while there is no pack. */
const knownOf = ({ invitee, formAnswers, hostNotes }: Meeting, ofMeeting: OfMeeting): PrepPack => ({
  ...{ purpose: null, history: [], company: { domain: '', facts: [] }, background: [], notes: hostNotes },
  guest: {
    ...{ name: invitee.name ?? null, email: invitee.email ?? '', title: null, linkedin: null, kindOfAddress: null },
    ...ofMeeting,
  },
  answers: formAnswers.flatMap(({ label, display }) => (display === '' ? [] : [{ label, value: display }])),
  ...{ checkFirst: [], questions: [], speakFrom: [], doNotSay: [], closer: '' },
});

function packOf(
  { guest, company, whyMeeting, locks, questions, closer, provenance, purpose, checkFirst, inTheirWords }: Pack,
  ofMeeting: OfMeeting,
): PrepPack {
  const claims = provenance.map(toClaim);
  const ofCompany = claims.filter(
    ({ tag, label }) => (tag === 'source' || tag === 'estimate') && label !== KIND_OF_ADDRESS,
  );
  return {
    purpose: purpose ?? null,
    guest: {
      name: guest.name || null,
      title: guest.title ?? null,
      email: guest.email,
      linkedin: guest.linkedin === undefined ? null : shownAddress(guest.linkedin),
      kindOfAddress: claims.find(({ label }) => label === KIND_OF_ADDRESS)?.words ?? null,
      ...ofMeeting,
    },
    // The note has a part of its own.
    history: claims.filter(({ tag, label }) => tag === 'host' && label !== 'Note'),
    // Their job stands beside their name.
    answers: answersOf(whyMeeting.bookingAnswers, inTheirWords).filter(({ value }) => value !== guest.title),
    checkFirst: checkFirst ?? [],
    notes: whyMeeting.hostNotes ?? null,
    company: { domain: company.domain, facts: ofCompany.filter(({ label }) => !isBackground(label)) },
    background: ofCompany.filter(({ label }) => isBackground(label)),
    // The answers on which they build stand above them.
    questions: questions.map(({ text }) => text),
    speakFrom: locks.brandSpeakFrom,
    // Older packs have it in their text alone.
    doNotSay: [...new Set([...locks.doNotSay, ...(locks.softQualifyOnly ? [SOFT_QUALIFY] : [])])],
    closer,
  };
}

/** Whole answers, in the order of the pack. */
function answersOf(answers: Pack['whyMeeting']['bookingAnswers'], said: Pack['inTheirWords']): PrepPack['answers'] {
  if (!said) return answers.filter(({ value }) => value !== '');
  return said.map(({ label, words }) => {
    const start = words.replace(/…$/u, '');
    return (
      answers.find((answer) => answer.label === label && answer.value.startsWith(start)) ?? { label, value: words }
    );
  });
}

/** "Industry: “Software”" in two parts. Labels of claims hold no colon; only questions of a form may, and those stand elsewhere. */
function toClaim({ claim, tag, sourceUrl }: Pack['provenance'][number]): PrepClaim {
  const colon = claim.indexOf(': ');
  return {
    label: colon < 0 ? '' : claim.slice(0, colon),
    words: colon < 0 ? claim : claim.slice(colon + 2),
    tag,
    source: sourceUrl === undefined ? null : sourceName(sourceUrl),
  };
}

/** A source as a reader knows it: "DNS", or the host of the page. It is no link: the guest chose the domain. */
const sourceName = (url: string): string =>
  url.startsWith('dns:') ? 'DNS' : (shownAddress(url.replace(/^http:/, 'https:')).split('/', 1)[0] ?? url);
