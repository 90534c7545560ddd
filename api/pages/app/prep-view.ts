import type { z } from 'zod';
import { hasEnded } from '../../../domain/booking/booking-states.ts';
import { isDeletedGuest } from '../../../domain/booking/meeting.ts';
import { guestNumber, meetingPlace } from '../../../domain/booking/meeting-place.ts';
import { oddHour } from '../../../domain/prep/claims.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import type { LookUpForecast } from '../../../store/prep/refresh-pack.ts';
import { prepWords } from '../../../texts/en/pages/prep.ts';
import type { Language } from '../../../texts/languages.ts';
import { translated } from '../../../texts/translated.ts';
import type { Locale } from '../../../web/parts/locale.ts';
import { type MeetingTime, meetingTime, momentWords } from '../../../web/parts/meeting-time.ts';
import type { PageProps } from '../../../web/server.tsx';
import { queryText } from '../shell/request-address.ts';
import { type LookUp, lookUpNews, refreshOf } from './prep-news.ts';
import { knownOf, packOf } from './prep-pack-view.ts';

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
  /** the list or the meeting that the reader came from; undefined: somewhere else */
  readonly from: string | undefined;
}

type PrepWords = typeof prepWords;
type Props = Omit<PageProps<'prep'>, 'action' | 'csrfToken' | 'notice'>;

/** What the page says, from the answers of the operations. */
export function prepProps({ meeting, pack, enrichment, place, forecast, nowMs, locale, from }: Read): Props {
  const { id, invitee, local } = meeting;
  const [startMs, endMs] = [Date.parse(meeting.startAt), Date.parse(meeting.endAt)];
  const timeIn = (timezone: string) => meetingTime(startMs, endMs, timezone, locale);
  const inWords = (at: string) => momentWords(Date.parse(at), local.timezone, locale);
  const triedAgain = enrichment?.retryAt ? inWords(enrichment.retryAt) : null;
  const over = hasEnded({ status: meeting.status, endMs }, nowMs);
  const isMade = pack.markdown !== '';
  const isDeleted = isDeletedGuest(invitee.email ?? '');
  const { language } = locale;
  const words = translated(prepWords, language);
  return {
    ...{ bookingId: id, workspaceId: place.workspaceId },
    back: {
      href: from ?? `/meetings/${id}${queryText({ workspace: place.workspaceSlug })}`,
      isMeeting: from === undefined || from.startsWith('/meetings/'),
    },
    eventName: meeting.eventType.name ?? words.event,
    ...guestsOf(meeting, isDeleted, words),
    badge: badgeOf(meeting, over, words.badges),
    isOff: meeting.status === 'canceled',
    time: timeIn(local.timezone),
    theirTime: isDeleted ? null : theirTimeOf(meeting, timeIn, words.hours),
    ...whereOf(meeting, { locationDetail: place.locationDetail, isOver: over, language }),
    hostName: meeting.host.name,
    stage: isDeleted ? 'deleted' : stageOf(pack, over),
    why: pack.why?.reason ?? null,
    pack: isMade ? packOf(pack, meeting.guests.length > 0) : null,
    known: isMade || isDeleted ? null : knownOf(meeting),
    news: isMade ? lookUpNews({ enrichment, missing: pack.missing, place, triedAgain, language }) : null,
    madeAt: isMade ? inWords(pack.generatedAt) : null,
    // Before the approval nothing is looked up.
    refresh:
      over || meeting.status === 'pending_confirmation' ? null : refreshOf({ enrichment, forecast, isMade, language }),
  };
}

const guestsOf = (
  { invitee, guests }: Meeting,
  isDeleted: boolean,
  { deletedGuest, guest }: PrepWords,
): Pick<Props, 'guest' | 'alsoInvited'> =>
  isDeleted
    ? { guest: deletedGuest, alsoInvited: [] }
    : { guest: invitee.name ?? invitee.email ?? guest, alsoInvited: guests };

interface Where {
  /** the host's own text; null: none */
  readonly locationDetail: string | null;
  readonly isOver: boolean;
  readonly language: Language;
}

/** Where it is, the link to join, and the number to call; none once it is over. */
function whereOf(
  meeting: Meeting,
  { locationDetail, isOver, language }: Where,
): Pick<Props, 'where' | 'joinUrl' | 'number'> {
  const { words, link } = meetingPlace({ ...meeting, locationDetail }, language);
  const number = isOver ? null : guestNumber({ ...meeting, answers: meeting.formAnswers });
  return { where: words, joinUrl: isOver ? null : link, number };
}

function badgeOf({ status }: Meeting, isOver: boolean, words: PrepWords['badges']): Props['badge'] {
  if (status === 'canceled') return { words: words.canceled, tone: 'over' };
  if (status === 'no_show') return { words: words.noShow, tone: 'over' };
  if (status === 'pending_confirmation' && !isOver) return { words: words.waiting, tone: 'waiting' };
  return isOver ? { words: words.over, tone: 'over' } : null;
}

function stageOf({ status }: Pack, isOver: boolean): Props['stage'] {
  if (isOver) return 'over';
  if (status === 'pending' || status === 'running') return 'making';
  return status === 'failed' || status === 'none' ? status : 'made';
}

/** "07:00 – 07:30 (America/Denver), early for them", with the day if it is another one for them; null: their clock is the host's. */
function theirTimeOf(
  { timezone, local, startAt, endAt }: Meeting,
  timeIn: (timezone: string) => MeetingTime,
  hours: PrepWords['hours'],
): string | null {
  const [theirs, hosts] = [timeIn(timezone), timeIn(local.timezone)];
  const isOtherDay = theirs.day !== hosts.day;
  if (!isOtherDay && theirs.range === hosts.range) return null;
  const odd = oddHour(Date.parse(startAt), Date.parse(endAt), timezone);
  return `${isOtherDay ? `${theirs.day}, ` : ''}${theirs.range} (${theirs.zone})${odd === null ? '' : `, ${hours[odd]}`}`;
}
