import { type HostAct, hostActs } from '../../../../domain/booking/booking-states.ts';
import type { OutputOf } from '../../data/call.ts';

/** A meeting as lists have it. */
export type MeetingLine = OutputOf<'listMeetings'>['meetings'][number];
/** A meeting as its own page has it. */
export type MeetingDetail = OutputOf<'getMeeting'>;

export type AnyMeeting = MeetingLine | MeetingDetail;

/** The guest's name, else their address; empty: their data was deleted. */
export const guestOf = ({ invitee: { name, email } }: Pick<AnyMeeting, 'invitee'>): string => name ?? email ?? '';

/** The sample that a host has booked with themselves to see what a booking is (docs/decisions/pages.md#public-operations). */
export const isSample = ({ sample }: Pick<AnyMeeting, 'sample'>): boolean => sample === true;

/** The page of a meeting's pack. @param from the address that its way back leads to */
export const prepAddress = (id: string, from: string): string =>
  `/meetings/${id}/prep?${new URLSearchParams({ from })}`;

export const waits = ({ status }: Pick<AnyMeeting, 'status'>): boolean => status === 'pending_confirmation';

/** Whether its pack is worth a press: a request gets it once it is approved, and what is canceled needs none. */
export const isPrepared = ({ status, prepPack }: Pick<AnyMeeting, 'status' | 'prepPack'>): boolean =>
  prepPack !== null && status !== 'pending_confirmation' && status !== 'canceled';

/** The acts that the service would not refuse now. */
export function actsOf(
  { status, startAt, endAt, decideBy }: Pick<AnyMeeting, 'status' | 'startAt' | 'endAt' | 'decideBy'>,
  now: number,
): readonly HostAct[] {
  const decideByMs = decideBy === null ? null : Date.parse(decideBy);
  return hostActs({ status, startMs: Date.parse(startAt), endMs: Date.parse(endAt), decideByMs }, now);
}

/** The meetings of one day, in the order of the list. */
export interface Day {
  readonly date: string;
  readonly meetings: readonly MeetingLine[];
}

/** Meetings by day, each in the zone that its `local` has. */
export function daysOf(meetings: readonly MeetingLine[]): readonly Day[] {
  const days: { date: string; meetings: MeetingLine[] }[] = [];
  for (const meeting of meetings) {
    const { dateLocal } = meeting.local;
    const last = days.at(-1);
    if (last?.date === dateLocal) last.meetings.push(meeting);
    else days.push({ date: dateLocal, meetings: [meeting] });
  }
  return days;
}
