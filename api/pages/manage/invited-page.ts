import { hostNames } from '../../../domain/booking/meeting.ts';
import { readInvitedToken } from '../../../domain/mail/recipient-tokens.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import type { BookingStatus } from '../../../schemas/shapes/public-calendar.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import type { InvitedPageProps } from '../../../web/pages/invited.tsx';
import { momentWords } from '../../../web/parts/meeting-time.ts';
import { placeOf } from '../booking/place-of.ts';
import { deadManageLink } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';

/**
 * GET /invited/{token}: where a meeting is, for a further guest. Mails to people who have proved nothing carry no link of a host: this page
 * shows it, with the meeting that it belongs to (docs/decisions/mail.md#text-for-strangers).
 */
export async function showInvited(visit: Visit): Promise<void> {
  const { sql, secrets } = visit.kit.services;
  if (await visit.isOverLimit()) return;
  const bookingId = readInvitedToken(secrets, visit.part('token'));
  const meeting = bookingId === null ? null : await visit.tryRead(() => readMeeting(sql, bookingId));
  if (meeting === null || meeting.endMs < visit.now - DAY_MS)
    return visit.show('problem', deadManageLink(visit.locale), 404);
  visit.show('invited', {
    eventName: meeting.eventName,
    hostName: hostNames(meeting, visit.locale.language),
    when: momentWords(meeting.startMs, meeting.guestTimezone, visit.locale),
    ...placeOf(meeting, visit.locale, 'furtherGuest'),
    standing: standingOf(meeting.status),
  });
}

const standingOf = (status: BookingStatus): InvitedPageProps['standing'] => {
  if (status === 'canceled') return 'canceled';
  return status === 'pending_confirmation' ? 'waits' : 'takesPlace';
};
