import type { z } from 'zod';
import { isOver } from '../../../domain/booking/booking-states.ts';
import { guestNumber, meetingPlace } from '../../../domain/booking/meeting-place.ts';
import { isDeletedGuest } from '../../../domain/meetings/deleted-guest.ts';
import { oddHour } from '../../../domain/prep/claims.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { MeetingPlace } from '../../../store/meetings/meeting-place.ts';
import type { LookUpForecast } from '../../../store/prep/refresh-pack.ts';
import { type MeetingTime, meetingTime, momentWords } from '../../../web/parts/meeting-time.ts';
import type { PageProps } from '../../../web/server.tsx';
import type { Locale } from '../../../web/texts/locale.ts';
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
}

type Props = Omit<PageProps<'prep'>, 'action' | 'csrfToken' | 'notice'>;

/** What the page says, from the answers of the operations. */
export function prepProps({ meeting, pack, enrichment, place, forecast, nowMs, locale }: Read): Props {
  const { id, invitee, local } = meeting;
  const [startMs, endMs] = [Date.parse(meeting.startAt), Date.parse(meeting.endAt)];
  const timeIn = (timezone: string) => meetingTime(startMs, endMs, timezone, locale);
  const inWords = (at: string) => momentWords(Date.parse(at), local.timezone, locale);
  const triedAgain = enrichment?.retryAt ? inWords(enrichment.retryAt) : null;
  const over = isOver({ status: meeting.status, endMs }, nowMs);
  const isMade = pack.markdown !== '';
  const isDeleted = isDeletedGuest(invitee.email ?? '');
  return {
    ...{ bookingId: id, workspaceId: place.workspaceId },
    homeHref: `/${queryText({ workspace: place.workspaceSlug })}`,
    eventName: meeting.eventType.name ?? 'Meeting',
    guest: isDeleted ? 'a deleted guest' : (invitee.name ?? invitee.email ?? 'Guest'),
    badge: badgeOf(meeting, over),
    isOff: meeting.status === 'canceled',
    time: timeIn(local.timezone),
    theirTime: isDeleted ? null : theirTimeOf(meeting, timeIn),
    ...whereOf(meeting, place.locationDetail, over),
    hostName: meeting.host.name,
    stage: isDeleted ? 'deleted' : stageOf(pack, over),
    why: pack.why?.reason ?? null,
    pack: isMade ? packOf(pack, meeting.guests) : null,
    known: isMade || isDeleted ? null : knownOf(meeting),
    news: isMade ? lookUpNews({ enrichment, missing: pack.missing, place, triedAgain }) : null,
    madeAt: isMade ? inWords(pack.generatedAt) : null,
    // Before the approval nothing is looked up.
    refresh: over || meeting.status === 'pending_confirmation' ? null : refreshOf({ enrichment, forecast, isMade }),
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

/** "07:00 – 07:30 (America/Denver), early for them", with the day if it is another one for them; null: their clock is the host's. */
function theirTimeOf(
  { timezone, local, startAt, endAt }: Meeting,
  timeIn: (timezone: string) => MeetingTime,
): string | null {
  const [theirs, hosts] = [timeIn(timezone), timeIn(local.timezone)];
  const isOtherDay = theirs.day !== hosts.day;
  if (!isOtherDay && theirs.range === hosts.range) return null;
  const odd = oddHour(Date.parse(startAt), Date.parse(endAt), timezone);
  return `${isOtherDay ? `${theirs.day}, ` : ''}${theirs.range} (${theirs.zone})${odd === null ? '' : `, ${odd}`}`;
}
