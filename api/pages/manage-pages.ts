import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { manage } from '../../schemas/manage.ts';
import type { MeetingView } from '../../web/pages/manage.tsx';
import { meetingTime } from '../../web/parts/meeting-time.ts';
import type { NoticeText } from '../../web/parts/notice.tsx';
import { placeWords } from '../../web/parts/place-words.ts';
import type { Locale } from '../../web/texts/locale.ts';
import { type EventAddress, timesHref } from './event-address.ts';
import { signPageToken, verifyPageToken } from './page-token.ts';
import { deadManageLink } from './problems.ts';
import type { Visit } from './visit.ts';

type ManagedView = z.output<typeof manage.viewBooking.output>;

/** A meeting behind a token of the guest's mail, with all its pages need. */
export interface Managed {
  readonly token: string;
  readonly path: string;
  readonly view: ManagedView;
  readonly meeting: MeetingView;
  readonly address: EventAddress;
}

/** Reads the meeting, or shows why that can't be done and answers null. */
export async function readManaged(visit: Visit): Promise<Managed | null> {
  visit.keepPrivate();
  const token = visit.part('token');
  const path = `/manage/${encodeURIComponent(token)}`;
  const answer = await visit.ask('manage', 'viewBooking', { token });
  if (answer.ok) {
    const view = answer.output;
    return { token, path, view, meeting: toMeeting(view, visit.locale), address: addressOf(view) };
  }
  if (answer.status === 404 || answer.status === 400) visit.show('problem', deadManageLink, 404);
  else visit.fail(answer, path);
  return null;
}

const addressOf = ({ calendar, eventType }: ManagedView): EventAddress => ({
  workspace: calendar.organization.slug,
  username: calendar.owner.username,
  eventSlug: eventType.slug,
});

function toMeeting(view: ManagedView, locale: Locale): MeetingView {
  const { booking, eventType, host, invitee, guests, agentEmail } = view;
  return {
    status: booking.status,
    eventName: eventType.name,
    hostName: host.name,
    time: meetingTime(Date.parse(booking.startAt), Date.parse(booking.endAt), invitee.timezone, locale),
    place: placeWords(eventType.locationType),
    joinUrl: booking.joinUrl ?? null,
    guest: invitee.name === null ? invitee.email : `${invitee.name}, ${invitee.email}`,
    guests,
    agentEmail,
    cancelReason: booking.cancelReason,
  };
}

/** GET /manage/{token} */
export async function showManaged(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  const { path, view, meeting, address, token } = managed;
  // A request is no meeting yet: a calendar would show it as one.
  const noMeeting = meeting.status === 'canceled' || meeting.status === 'pending_confirmation';
  const over = !view.canCancel && !view.canReschedule;
  visit.show('manage', {
    meeting,
    notice: doneNotice(visit.query('done'), meeting),
    rescheduleHref: view.canReschedule ? `${path}/reschedule` : null,
    cancelHref: view.canCancel ? `${path}/cancel` : null,
    notMeHref: view.canCancel && meeting.agentEmail !== null ? `${path}/not-me` : null,
    inviteHref: noMeeting ? null : `/api/v1/public/manage/booking.ics?token=${encodeURIComponent(token)}`,
    bookAgainHref: over ? timesHref(address, view.invitee.timezone) : null,
  });
}

/** Said once after a change; the state itself is read anew each time, so a stale link never claims what is not so. */
function doneNotice(done: string | undefined, { status, hostName }: MeetingView): NoticeText | null {
  if (done === 'moved' && status === 'pending_confirmation') {
    return { tone: 'success', title: 'The request is moved', text: `${hostName} still has to approve it.` };
  }
  if (done === 'moved' && status !== 'canceled') {
    return { tone: 'success', title: 'The meeting is moved', text: 'Everyone invited gets the new time by mail.' };
  }
  if (done === 'canceled' && status === 'canceled') {
    return {
      tone: 'success',
      title: 'The meeting is canceled',
      text: 'Everyone invited gets a mail, and the time is free again.',
    };
  }
  if (done === 'not-me' && status === 'canceled') {
    return {
      tone: 'success',
      title: 'Thank you for telling us',
      text: 'The meeting is canceled and the host knows why.',
    };
  }
  return null;
}

/** Page tokens are bound to a mail's token by its hash: the token itself stays in one place. */
const subjectOf = (token: string): string => `token/${createHash('sha256').update(token).digest('hex')}`;

export const pageTokenFor = (visit: Visit, token: string): string =>
  signPageToken(visit.kit.pageKey, subjectOf(token), visit.now);

export const hasPageToken = (visit: Visit, token: string): boolean =>
  verifyPageToken(visit.kit.pageKey, subjectOf(token), visit.field('pageToken'), visit.now);

export const stalePage: NoticeText = {
  tone: 'warning',
  title: 'This page was open for a long time',
  text: 'Nothing has changed yet. Please look it over and send it once more.',
};
