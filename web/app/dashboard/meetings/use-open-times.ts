import { DAY_MS, HOUR_MS, parseDate } from '../../../../domain/time/civil.ts';
import { zoneOf } from '../../../../domain/time/zone.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { AnyMeeting } from './meeting.ts';

type Proposal = OutputOf<'proposeSlots'>;
export type OpenTime = Proposal['slots'][number];

/** As many as one answer has. */
const MOST = 50;

/** Days with open times for a meeting, from the first one on, two weeks of them. */
export function useOpenDays(meeting: AnyMeeting): Load<readonly string[]> {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const zone = meeting.local.timezone;
  return useLoad(`open days ${meeting.id}`, async () => {
    const { slots } = await call('proposeSlots', { bookingId: meeting.id, timeZone: zone, limit: MOST }, workspace.id);
    return [...new Set(slots.map(({ local }) => local.dateLocal))];
  });
}

/** What is open on one day, without the time that the meeting has; if nothing is, the next open time. */
export interface DayTimes {
  readonly times: readonly OpenTime[];
  readonly next: OpenTime | null;
}

/** The open times of a day. @param date null: none is chosen yet */
export function useOpenTimes(meeting: AnyMeeting, date: string | null): Load<DayTimes | null> {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const zone = meeting.local.timezone;
  return useLoad(`open times ${meeting.id} ${date}`, async () => {
    if (date === null) return null;
    // A longer answer would leave out times in between.
    const halves = await Promise.all(
      halvesOf(date, zone).map(({ fromMs, toMs }) => {
        const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
        return call('proposeSlots', { bookingId: meeting.id, from, to, timeZone: zone, limit: MOST }, workspace.id);
      }),
    );
    const times = halves.flatMap(({ slots }) => slots).filter(({ startUtc }) => startUtc !== meeting.startAt);
    return { times, next: times.length > 0 ? null : (halves.at(-1)?.next ?? null) };
  });
}

/** A local day as two stretches of instants. */
function halvesOf(date: string, zoneName: string): readonly { readonly fromMs: number; readonly toMs: number }[] {
  const zone = zoneOf(zoneName);
  const localMs = (parseDate(date) ?? 0) * DAY_MS;
  const [start, noon, end] = [localMs, localMs + 12 * HOUR_MS, localMs + DAY_MS].map((ms) => zone.firstInstant(ms));
  return [
    { fromMs: start ?? 0, toMs: noon ?? 0 },
    { fromMs: noon ?? 0, toMs: end ?? 0 },
  ];
}
