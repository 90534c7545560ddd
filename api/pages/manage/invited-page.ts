import { readInvitedToken } from '../../../domain/mail/recipient-tokens.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { momentWords } from '../../../web/parts/meeting-time.ts';
import { placeOf } from '../booking/place-of.ts';
import { deadManageLink } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';

/**
 * GET /invited/{token}: where a meeting is, for a further guest. Mails to people who have proved nothing carry no link of a host: this page
 * shows it, with the meeting that it belongs to (decision 0091).
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
    hostName: meeting.hostName,
    when: momentWords(meeting.startMs, meeting.guestTimezone, visit.locale),
    ...placeOf(meeting, visit.locale),
    isCanceled: meeting.status === 'canceled',
  });
}
