import { type Activity, changed, logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';

/** The person who changes their calendars, and the workspace whose log shows it. */
export interface CalendarDoer extends Pick<Activity, 'actor' | 'source'> {
  readonly workspaceId: string;
}

interface CalendarAct {
  /** Of the connection. */
  readonly id: string;
  readonly action: Activity['action'];
  /** Only ids and own words: addresses and names are deleted a month after a disconnect, the log stays. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Logs what a person did with a connection. @param by null: nobody is logged */
export async function logCalendar(
  tx: Transaction,
  by: CalendarDoer | null,
  { id, action, data }: CalendarAct,
): Promise<void> {
  if (by !== null) await logActivity(tx, { ...by, action, subject: { type: 'calendar_connection', id }, data });
}

interface Chosen {
  readonly id: string;
  readonly calendars: readonly { readonly id: string; readonly blocks: boolean; readonly isWritten: boolean }[];
}

/** Logs which calendars block and which one is written to, by id, before and after. If nothing differs, logs nothing. */
export async function logChoice(
  tx: Transaction,
  by: CalendarDoer | null,
  before: Chosen,
  after: Chosen,
): Promise<void> {
  const data = changed(choiceOf(before), choiceOf(after));
  if (Object.keys(data.after).length > 0) await logCalendar(tx, by, { id: after.id, action: 'calendar.chosen', data });
}

const choiceOf = ({ calendars }: Chosen) => ({
  blocking: calendars.filter(({ blocks }) => blocks).map(({ id }) => id),
  writeTo: calendars.find(({ isWritten }) => isWritten)?.id ?? null,
});
