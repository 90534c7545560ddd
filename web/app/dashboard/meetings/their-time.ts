import { localParts } from '../../../../domain/time/local.ts';
import { isTimezone } from '../../../../domain/time/zone.ts';
import type { Locale } from '../../../parts/locale.ts';
import { clockWords, dayWords, meetingTime } from '../../../parts/meeting-time.ts';
import type { AnyMeeting } from './meeting.ts';

type Times = Pick<AnyMeeting, 'startAt' | 'endAt' | 'local'>;

/** "09:00 – 09:30" by the clock of the meeting's `local`, and the name of that zone. */
export const hostTime = ({ startAt, endAt, local }: Times, locale: Locale) =>
  meetingTime(Date.parse(startAt), Date.parse(endAt), local.timezone, locale);

/** A meeting by the guest's clock. */
interface GuestTime {
  /** with its day if it is another: "Tue, 1 Dec 2026, 01:00 – 01:30 (America/Denver)" */
  readonly whole: string;
  /** its start alone, for a small place: "15:00", "Tue 01:00" */
  readonly start: string;
}

/** Both, made once; null: their clock is the host's, or unknown. */
export function timeOfGuest(meeting: Times & Pick<AnyMeeting, 'invitee'>, locale: Locale): GuestTime | null {
  const { timezone } = meeting.invitee;
  if (timezone === null || !isTimezone(timezone)) return null;
  const startMs = Date.parse(meeting.startAt);
  const [here, there] = [localParts(startMs, meeting.local.timezone), localParts(startMs, timezone)];
  const isSameDay = here.dateLocal === there.dateLocal;
  if (isSameDay && here.timeLocal === there.timeLocal) return null;
  const { range, zone } = meetingTime(startMs, Date.parse(meeting.endAt), timezone, locale);
  return {
    whole: `${isSameDay ? '' : `${dayWords(there.dateLocal, locale, 'short')}, `}${range} (${zone})`,
    start: `${isSameDay ? '' : `${dayWords(there.dateLocal, locale, 'weekday')} `}${clockWords(there.timeLocal, locale)}`,
  };
}

/** {@link timeOfGuest} in full. */
export const guestTime = (meeting: Parameters<typeof timeOfGuest>[0], locale: Locale): string | null =>
  timeOfGuest(meeting, locale)?.whole ?? null;

/** "Tue, 1 Dec 2026, 09:00" in a zone. */
export function momentIn(instant: string, timezone: string, locale: Locale): string {
  const { dateLocal, timeLocal } = localParts(Date.parse(instant), timezone);
  return `${dayWords(dateLocal, locale, 'short')}, ${clockWords(timeLocal, locale)}`;
}
