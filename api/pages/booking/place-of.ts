import { isScheduled } from '../../../domain/booking/booking-states.ts';
import type { MeetingFacts } from '../../../domain/booking/meeting.ts';
import { meetingPlace, pendingJoinDetails, placeFor } from '../../../domain/booking/meeting-place.ts';
import type { Meeting } from '../../../store/meetings/meetings.ts';
import { placeTexts } from '../../../texts/en/pages/times.ts';
import { translated } from '../../../texts/translated.ts';
import type { Locale } from '../../../web/parts/locale.ts';
import { placeWords } from '../../../web/parts/place-words.ts';

/**
 * Where a meeting is, in the reader's language; the host's own text unchanged, unless it is only a link. For requests and
 * canceled meetings only the kind of place: the join details stay hidden. Further guests don't read the number of the one who booked.
 */
export function placeOf(
  meeting: MeetingFacts & Pick<Meeting, 'status'>,
  locale: Locale,
  reader: 'guest' | 'furtherGuest' = 'guest',
) {
  const kind = placeWords(meeting.locationType, locale);
  if (!isScheduled(meeting.status)) return { place: kind, joinUrl: null };
  const missing = pendingJoinDetails(meeting);
  if (missing !== null)
    return { place: `${kind}: ${translated(placeTexts, locale.language).missing[missing]}`, joinUrl: null };
  const { words, link } =
    reader === 'guest' ? placeFor(reader, meeting, locale.language) : meetingPlace(meeting, locale.language);
  return { place: words, joinUrl: link };
}
