import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { renderInvite } from '../../../domain/booking/invite.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { bookedWords } from '../../../texts/en/pages/booking.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { readReceipt } from './booking-state.ts';
import { tooOld } from './booking-steps.ts';
import { addressOf, eventPath } from './event-address.ts';

/**
 * GET …/booked.ics?r=: the meeting as a calendar file, in its current state. UID and SEQUENCE are those of the mailed invite: a
 * calendar that has both shows one meeting. The file has no link to move or cancel: browsers store its address.
 * @throws if the database does not answer: an unreadable meeting is not a canceled one
 */
export async function downloadBooked(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const receipt = readReceipt(visit, address, visit.query('r'));
  if (receipt === null) return tooOld(visit, address);
  if (await visit.isOverLimit()) return;
  const meeting = receipt.proved ? await readMeeting(visit.kit.services.sql, receipt.bookingId) : undefined;
  if (!meeting || !isScheduled(meeting.status)) {
    const { noFile: title, noFileHint: text, toMeeting: label } = visit.words(bookedWords);
    const back = `${eventPath(address)}/booked${queryText({ timezone: receipt.timezone, r: visit.query('r') })}`;
    return visit.show('problem', { title, text, link: { href: back, label } }, 404);
  }
  const file = renderInvite(visit.kit.services.mailService, {
    meeting,
    recipient: 'guest',
    method: 'PUBLISH',
    manageUrl: null,
    nowMs: visit.now,
  });
  visit.response.attachment(file.name).type(file.contentType).send(file.content);
}
