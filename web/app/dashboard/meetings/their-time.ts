import { localParts } from '../../../../domain/time/local.ts';
import { isTimezone } from '../../../../domain/time/zone.ts';
import { clockWords, dayWords, meetingTime } from '../../../parts/meeting-time.ts';
import type { Locale } from '../../../texts/locale.ts';
import type { AnyMeeting } from './meeting.ts';

type Times = Pick<AnyMeeting, 'startAt' | 'endAt' | 'local'>;

/** "09:00 – 09:30" by the clock of the meeting's `local`, and the name of that zone. */
export const hostTime = ({ startAt, endAt, local }: Times, locale: Locale) =>
  meetingTime(Date.parse(startAt), Date.parse(endAt), local.timezone, locale);

/** The same by the guest's clock, with its day if it is another: "Tue, 1 Dec 2026, 01:00 – 01:30 (America/Denver)"; null: their clock is the host's, or unknown. */
export function guestTime(meeting: Times & Pick<AnyMeeting, 'invitee'>, locale: Locale): string | null {
  const { timezone } = meeting.invitee;
  if (timezone === null || !isTimezone(timezone)) return null;
  const startMs = Date.parse(meeting.startAt);
  const [here, there] = [localParts(startMs, meeting.local.timezone), localParts(startMs, timezone)];
  const isSameDay = here.dateLocal === there.dateLocal;
  if (isSameDay && here.timeLocal === there.timeLocal) return null;
  const { range, zone } = meetingTime(startMs, Date.parse(meeting.endAt), timezone, locale);
  return `${isSameDay ? '' : `${dayWords(there.dateLocal, locale, 'short')}, `}${range} (${zone})`;
}

/** Its start alone, for a small place: "15:00", "Tue 01:00"; null as {@link guestTime}. */
export function guestStart(meeting: Times & Pick<AnyMeeting, 'invitee'>, locale: Locale): string | null {
  const { timezone } = meeting.invitee;
  if (timezone === null || guestTime(meeting, locale) === null) return null;
  const startMs = Date.parse(meeting.startAt);
  const [here, there] = [localParts(startMs, meeting.local.timezone), localParts(startMs, timezone)];
  const day = there.dateLocal === here.dateLocal ? '' : `${dayWords(there.dateLocal, locale, 'weekday')} `;
  return `${day}${clockWords(there.timeLocal, locale)}`;
}

/** "Tue, 1 Dec 2026, 09:00" in a zone. */
export function momentIn(instant: string, timezone: string, locale: Locale): string {
  const { dateLocal, timeLocal } = localParts(Date.parse(instant), timezone);
  return `${dayWords(dateLocal, locale, 'short')}, ${clockWords(timeLocal, locale)}`;
}
