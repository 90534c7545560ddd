import { isActive, isScheduled } from '../../../domain/booking/booking-states.ts';
import { hostNames } from '../../../domain/booking/meeting.ts';
import { manageToken } from '../../../domain/secrets.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import type { Meeting } from '../../../store/meetings/meetings.ts';
import { meetingTime } from '../../../web/parts/meeting-time.ts';
import { placeWords } from '../../../web/parts/place-words.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { isJustProved, type Receipt, readReceipt } from './booking-state.ts';
import { tooOld } from './booking-steps.ts';
import { calendarLinks } from './calendar-links.ts';
import { addressOf, eventPath, hostHref, timesHref } from './event-address.ts';
import { readBookedMeeting } from './made-booking.ts';
import { placeOf } from './place-of.ts';

/** GET …/booked?r=: the booking's answer; for the guest who proved the code, its current state. */
export async function showBooked(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  const sealed = visit.query('r');
  const receipt = readReceipt(visit, address, sealed);
  if (receipt === null) return tooOld(visit, address);
  if (await visit.isOverLimit()) return;
  const meeting = await readBookedMeeting(visit, receipt);
  const shown = meeting === null ? asAnswered(visit, receipt) : asItIs(visit, receipt, meeting);
  const fileHref = `${eventPath(address)}/booked.ics${queryText({ timezone: receipt.timezone, r: sealed })}`;
  visit.setOptions({ entry: 'booked', outcome: receipt.outcome });
  visit.show('booked', {
    ...shown,
    eventName: receipt.event.name,
    email: receipt.email,
    hostHref: hostHref(address, receipt.timezone),
    timesHref: timesHref(address, receipt.timezone),
    manageHref: meeting !== null && isJustProved(receipt, visit.now) ? manageHref(visit, meeting) : null,
    // A request is not a meeting yet: a calendar would show it as one.
    calendar:
      meeting !== null && isScheduled(meeting.status) ? { fileHref, ...calendarLinks(meeting, visit.locale) } : null,
  });
}

function asAnswered({ locale }: Visit, { event, outcome, startUtc, timezone, joinUrl }: Receipt) {
  const startMs = Date.parse(startUtc);
  const endMs = startMs + event.durationMinutes * MINUTE_MS;
  return {
    outcome,
    hostName: event.hostName,
    time: meetingTime(startMs, endMs, timezone, locale),
    place: placeWords(event.locationType, locale),
    joinUrl,
  };
}

function asItIs({ locale }: Visit, { timezone }: Receipt, meeting: Meeting) {
  return {
    outcome: outcomeOf(meeting),
    hostName: hostNames(meeting, locale.language),
    time: meetingTime(meeting.startMs, meeting.endMs, timezone, locale),
    ...placeOf(meeting, locale),
  };
}

/** The same address as the link in the mail. No cache stores this page, and its address shows the link for minutes only. */
const manageHref = ({ kit }: Visit, { bookingId, status }: Meeting): string | null =>
  isActive(status) || status === 'canceled' ? `/manage/${manageToken(kit.services.secrets, bookingId)}` : null;

const outcomeOf = ({ status }: Meeting): Receipt['outcome'] => {
  if (status === 'canceled') return 'canceled';
  return status === 'pending_confirmation' ? 'pending' : 'booked';
};
