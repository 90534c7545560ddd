import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { type AnyMeeting, guestOf } from './meeting.ts';

/** How the guest of a meeting is called, also if their data was deleted. */
export function useGuestName(meeting: Pick<AnyMeeting, 'invitee'>): string {
  const { someone } = useWords(meetingsWords);
  return guestOf(meeting) || someone;
}
