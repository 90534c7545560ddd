import type { z } from 'zod';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { hostNames } from '../../../domain/booking/meeting.ts';
import type { manage } from '../../../schemas/operations/booking/manage.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { type Meeting, readMeeting } from '../../../store/meetings/meetings.ts';
import { manageWords } from '../../../texts/en/pages/meeting.ts';
import type { MeetingView } from '../../../web/pages/manage.tsx';
import type { CalendarLinks } from '../../../web/parts/calendars.tsx';
import type { Locale } from '../../../web/parts/locale.ts';
import { meetingTime, momentWords } from '../../../web/parts/meeting-time.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { placeWords } from '../../../web/parts/place-words.ts';
import { calendarLinks } from '../booking/calendar-links.ts';
import { timesHref } from '../booking/event-address.ts';
import { placeOf } from '../booking/place-of.ts';
import { loadBrand } from '../shell/brand.ts';
import { pageTokenFor } from '../shell/page-token.ts';
import { deadManageLink } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';

type ManagedView = z.output<typeof manage.viewBooking.output>;

/** A meeting behind a token in the guest's mail, with the data of its pages. */
export interface Managed {
  readonly token: string;
  readonly path: string;
  readonly view: ManagedView;
  readonly meeting: MeetingView;
  /** details that the operation does not answer; null if they cannot be read: the pages do without */
  readonly facts: Meeting | null;
  readonly address: EventAddress;
}

/** True while the host has not answered: there is no meeting yet, and other guests have no mail about it. */
export const isRequest = ({ meeting }: Pick<Managed, 'meeting'>): boolean => meeting.status === 'pending_confirmation';

/** The address of the page of the visit's manage token. */
export const pathOfManaged = (visit: Visit): string => `/manage/${encodeURIComponent(visit.part('token'))}`;

/** Reads the meeting. If that fails, it shows why and returns null. */
export async function readManaged(visit: Visit): Promise<Managed | null> {
  const token = visit.part('token');
  const path = pathOfManaged(visit);
  const answer = await visit.ask('booking', 'viewBooking', { token });
  if (answer.ok) {
    const view = answer.output;
    const { sql } = visit.kit.services;
    const [facts] = await Promise.all([
      visit.tryRead(() => readMeeting(sql, view.booking.id)),
      loadBrand(visit, view.calendar.organization.slug),
    ]);
    return {
      token,
      path,
      view,
      meeting: toMeeting(view, facts, visit.locale),
      facts,
      address: addressOf(view),
    };
  }
  if (answer.status === 404 || answer.status === 400) visit.show('problem', deadManageLink(visit.locale), 404);
  else visit.fail(answer, path);
  return null;
}

const addressOf = ({ calendar, eventType }: ManagedView): EventAddress => ({
  workspace: calendar.organization.slug,
  username: calendar.owner.username,
  eventSlug: eventType.slug,
});

function toMeeting(view: ManagedView, facts: Meeting | null, locale: Locale): MeetingView {
  const { booking, eventType, host, movedFrom, invitee, guests, agentEmail } = view;
  const place = { place: placeWords(eventType.locationType, locale), joinUrl: booking.joinUrl ?? null };
  const [startMs, endMs] = [Date.parse(booking.startAt), Date.parse(booking.endAt)];
  const timeFrom = (fromMs: number) => meetingTime(fromMs, fromMs + endMs - startMs, invitee.timezone, locale);
  return {
    status: booking.status,
    endedAs: booking.endedAs ?? null,
    eventName: eventType.name,
    hostName: facts === null ? host.name : hostNames(facts, locale.language),
    time: timeFrom(startMs),
    ...(facts === null ? place : placeOf(facts, locale)),
    guest: { name: invitee.name, email: invitee.email },
    guests,
    agentEmail,
    reason: booking.cancelReason ?? view.moveReason,
    decideBy: decideByWords(facts, invitee.timezone, locale),
    before: movedFrom && timeFrom(Date.parse(movedFrom.startAt)),
    waitsAgain: movedFrom?.wasMeeting ?? false,
  };
}

/** Until when the host may answer; null if it is not an open request. */
function decideByWords(facts: Meeting | null, timezone: string, locale: Locale): string | null {
  if (facts === null || facts.status !== 'pending_confirmation' || facts.decideByMs === null) return null;
  return momentWords(facts.decideByMs, timezone, locale);
}

/** GET /manage/{token} */
export async function showManaged(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed !== null) renderManaged(visit, managed, doneNotice(visit, managed));
}

/** Shows the meeting with its actions, below a notice. */
export function renderManaged(visit: Visit, managed: Managed, notice: NoticeText | null, status?: number): void {
  const { token, path, view, meeting, address } = managed;
  const over = !view.canCancel && !view.canReschedule;
  visit.show(
    'manage',
    {
      meeting,
      notice,
      rescheduleHref: view.canReschedule ? `${path}/reschedule` : null,
      cancelHref: view.canCancel ? `${path}/cancel` : null,
      waitingGuests: view.guestsWait ? { action: `${path}/guests`, pageToken: pageTokenFor(visit, token) } : null,
      notMeHref: view.canCancel && meeting.agentEmail !== null ? `${path}/not-me` : null,
      calendar: calendarOf(visit, managed),
      bookAgainHref: over ? timesHref(address, view.invitee.timezone) : null,
    },
    status,
  );
}

/** Only for a confirmed meeting in the future: a calendar would show a request as a meeting. */
function calendarOf(visit: Visit, { facts, token }: Managed): CalendarLinks | null {
  if (facts === null || !isScheduled(facts.status) || facts.endMs <= visit.now) return null;
  const fileHref = `/api/v1/public/manage/booking.ics?token=${encodeURIComponent(token)}`;
  return { fileHref, ...calendarLinks(facts, visit.locale) };
}

/** The notice after a change. It depends on the current state too: an old link never shows a false notice. */
function doneNotice(visit: Visit, { meeting: { status, hostName, waitsAgain }, view }: Managed): NoticeText | null {
  const words = visit.words(manageWords);
  const success = (title: string, text: string): NoticeText => ({ tone: 'success', title, text });
  const canceled = status === 'canceled';
  const movedWords = (): [string, string] => {
    if (waitsAgain) return [words.movedWaitsAgain, words.movedWaitsAgainHint(hostName)];
    if (status === 'pending_confirmation') return [words.requestMoved, words.requestMovedHint(hostName)];
    return [words.moved, view.guestsWait ? words.movedHintWaiting(hostName) : words.movedHint];
  };
  switch (visit.query('done')) {
    case 'moved':
      return canceled ? null : success(...movedWords());
    case 'canceled':
      return canceled ? success(words.canceled, words.canceledHint) : null;
    case 'withdrawn':
      return canceled ? success(words.withdrawn, words.withdrawnHint) : null;
    case 'invited':
      return canceled ? null : success(words.guestsInvited, words.guestsInvitedHint);
    case 'not-me':
      return canceled ? success(words.toldUs, words.toldUsHint) : null;
    default:
      return null;
  }
}
