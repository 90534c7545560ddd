import { DAY_MS, parseDate } from '../../../../domain/time/civil.ts';
import { zoneOf } from '../../../../domain/time/zone.ts';
import { useApi } from '../../data/api-context.ts';
import type { Call, OutputOf } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Schedule } from './schedule.ts';

export type Offered = OutputOf<'proposeSlots'>['slots'][number];

/** As many as one answer has. */
const MOST = 50;

export interface DayAsked {
  readonly eventTypeId: string;
  /** YYYY-MM-DD in `zone` */
  readonly date: string;
  readonly zone: string;
}

/** First and last instant of a local day. */
export function boundsOf({ date, zone }: Pick<DayAsked, 'date' | 'zone'>): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  const [localMs, clock] = [(parseDate(date) ?? 0) * DAY_MS, zoneOf(zone)];
  return { fromMs: clock.firstInstant(localMs), toMs: clock.firstInstant(localMs + DAY_MS) };
}

/** Days with more starts than an answer has are read in parts: 36 of every five minutes are in an eighth. */
const PARTS = 8;

async function readDay(
  call: Call,
  { eventTypeId, zone, date }: DayAsked,
  workspaceId: string,
): Promise<readonly Offered[]> {
  const { fromMs, toMs } = boundsOf({ date, zone });
  const read = async (startMs: number, endMs: number): Promise<readonly Offered[]> => {
    const [from, to] = [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
    const input = { eventTypeId, timeZone: zone, limit: MOST, from, to };
    return (await call('proposeSlots', input, workspaceId)).slots;
  };
  const whole = await read(fromMs, toMs);
  // A full answer is spread over the day: it leaves some out.
  if (whole.length < MOST) return whole;
  const length = (toMs - fromMs) / PARTS;
  const parts = Array.from({ length: PARTS }, (_, nth) => read(fromMs + nth * length, fromMs + (nth + 1) * length));
  return (await Promise.all(parts)).flat();
}

/** What guests are offered on a day. Saved hours, dates and time off are another key: they are read anew. */
export function useOffered(schedule: Schedule, asked: DayAsked | null): Load<readonly Offered[]> {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { version, dateOverrides, timeOff } = schedule;
  const state = [version, JSON.stringify(dateOverrides), timeOff.map(({ id }) => id)].join(' ');
  return useLoad(`offered ${JSON.stringify(asked)} ${state}`, async () =>
    asked === null ? [] : readDay(call, asked, workspace.id),
  );
}
