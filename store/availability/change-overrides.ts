import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { toHoursWindow } from '../../domain/availability/weekly-hours.ts';
import type { DayWindow } from '../../domain/slots/types.ts';
import type { Doer } from '../access/api-keys.ts';
import { logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { lockAndRead, type NoSuchSchedule, reread, type TooMany } from './change-schedules.ts';
import type { ScheduleId, ScheduleRecord } from './schedules.ts';

/** More dates than a person plans ahead, and few enough to read with every event. */
const MAX_OVERRIDES = 366;

export interface OverrideChange extends ScheduleId {
  /** YYYY-MM-DD, ascending; at least one */
  readonly dates: readonly string[];
  /** null: the dates have their weekly hours; empty: closed */
  readonly windows: readonly DayWindow[] | null;
}

export interface ChangedOverrides {
  readonly record: ScheduleRecord;
  /** The dates that had other hours before. */
  readonly changed: readonly string[];
}

/** Sets or removes the hours of all these dates, or of none. If nothing differs, it writes and logs nothing. */
export const setOverrides = (
  sql: Sql,
  request: OverrideChange,
  by: Doer,
): Promise<ChangedOverrides | NoSuchSchedule | TooMany> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchSchedule | TooMany>) => {
    const { workspaceId, scheduleId, dates } = request;
    const record = await lockAndRead(tx, request, refuse);
    const before = await windowsOf(tx, scheduleId, dates);
    const after = request.windows && sorted(request.windows);
    const changed = dates.filter((date) => JSON.stringify(before.get(date) ?? null) !== JSON.stringify(after));
    if (changed.length === 0) return { record, changed };
    const added = after ? changed.filter((date) => !before.has(date)).length : 0;
    if (added > 0 && record.overrides.length + added > MAX_OVERRIDES)
      return refuse({ refused: 'too_many_overrides', max: MAX_OVERRIDES });
    await tx`delete from date_overrides where schedule_id = ${scheduleId} and date = any(${changed}::date[])`;
    if (after) await insertOverrides(tx, scheduleId, changed, after);
    const subject = { type: 'schedule', id: scheduleId } as const;
    const action = after ? 'schedule.date_override_set' : 'schedule.date_override_removed';
    const data = { ...facts(changed, before), after: inWords(after) };
    await logActivity(tx, { ...by, workspaceId, action, subject, data });
    return { record: await reread(tx, request, refuse), changed };
  });

/** Returns the facts for the activity log: one date with its earlier hours, or several dates with the earlier hours of those that had some. */
function facts(changed: readonly string[], before: ReadonlyMap<string, DayWindow[]>) {
  const [date = ''] = changed;
  if (changed.length === 1) return { date, before: inWords(before.get(date) ?? null) };
  const had = [...before].filter(([one]) => changed.includes(one));
  return { dates: changed, before: Object.fromEntries(had.map(([one, windows]) => [one, inWords(windows)])) };
}

const sorted = (windows: readonly DayWindow[]): DayWindow[] =>
  windows
    .map(({ startMinute, endMinute }) => ({ startMinute, endMinute }))
    .toSorted((one, other) => one.startMinute - other.startMinute);

const inWords = (windows: readonly DayWindow[] | null) => windows?.map(toHoursWindow) ?? null;

/** Returns the overrides of these dates. Dates without one are absent. */
async function windowsOf(
  tx: Transaction,
  scheduleId: string,
  dates: readonly string[],
): Promise<ReadonlyMap<string, DayWindow[]>> {
  const rows = await tx<{ date: string; startMinute: number | null; endMinute: number | null }[]>`
    select to_char(date, 'YYYY-MM-DD') as date, start_minute as "startMinute", end_minute as "endMinute" from date_overrides
    where schedule_id = ${scheduleId} and date = any(${[...dates]}::date[]) order by date, start_minute`;
  const found = new Map<string, DayWindow[]>();
  for (const { date, startMinute, endMinute } of rows) {
    const windows = found.get(date) ?? [];
    if (startMinute !== null && endMinute !== null) windows.push({ startMinute, endMinute });
    found.set(date, windows);
  }
  return found;
}

/** Inserts one row per date and window; a day off is one empty row. */
async function insertOverrides(
  tx: Transaction,
  scheduleId: string,
  dates: readonly string[],
  windows: readonly DayWindow[],
): Promise<void> {
  const each = windows.length > 0 ? windows : [{ startMinute: null, endMinute: null }];
  const rows = dates.flatMap((date) => each.map((window) => ({ id: uuidv7(), date, ...window })));
  await tx`
    insert into date_overrides (id, schedule_id, date, start_minute, end_minute)
    select id, ${scheduleId}, date, start_minute, end_minute
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ date }) => date)}::date[],
      ${rows.map((row) => row.startMinute)}::int2[], ${rows.map((row) => row.endMinute)}::int2[])
      as row (id, date, start_minute, end_minute)`;
}
