import type { HostPrepPack } from '../../schemas/shapes/prep-pack.ts';
import { type BookingState, isOver, isStanding } from '../booking/booking-states.ts';

/** What a reader of a pack must know of its meeting first. */
export type MeetingState = NonNullable<HostPrepPack['meeting']>;

const MESSAGES: Readonly<Record<MeetingState['state'], string>> = {
  canceled: 'This meeting does not take place: it was canceled or declined.',
  not_confirmed: 'This meeting is not confirmed: it waits for the host’s approval.',
  no_show: 'This meeting is over: the guest did not come.',
  over: 'This meeting is over.',
};

/** How a meeting stands that a pack was made for, if it is not one to come. It is no input of the pack: it is read with it. null: it is to come. */
export function meetingState(meeting: Pick<BookingState, 'status' | 'endMs'>, now: number): MeetingState | null {
  const state = stateOf(meeting, now);
  return state && { state, message: MESSAGES[state] };
}

function stateOf(meeting: Pick<BookingState, 'status' | 'endMs'>, now: number): MeetingState['state'] | null {
  const { status } = meeting;
  if (status === 'canceled' || status === 'no_show') return status;
  if (isOver(meeting, now)) return 'over';
  return isStanding(status) ? null : 'not_confirmed';
}
