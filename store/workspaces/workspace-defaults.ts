import {
  type BookingDefaults,
  type SomeBookingTimes,
  USUAL_TIMES,
  withTimes,
} from '../../domain/event-types/booking-defaults.ts';
import type { WeekStart } from '../../schemas/shapes/workspace-defaults.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../texts/languages.ts';
import type { Queryable } from '../database.ts';

/** What a workspace sets for all of its people, as its row has it. */
export interface DefaultsOfRow {
  /** IANA */
  readonly timezone: string;
  /** null: as the reader's region has it */
  readonly weekStartsOn: WeekStart | null;
  /** For guests and members of whom no language is known; null: English. */
  readonly language: Language | null;
  /** The chosen ones alone. */
  readonly bookingDefaults: SomeBookingTimes;
}

/** The columns of workspace `w`. */
export const defaultsColumns = (sql: Queryable) => sql`
  w.timezone, w.week_starts_on as "weekStartsOn", w.language, w.booking_defaults as "bookingDefaults"`;

/** As operations answer it: with the usual times where none are chosen. */
export const shownDefaults = ({ timezone, weekStartsOn, language, bookingDefaults }: DefaultsOfRow) => ({
  ...{ timezone, weekStartsOn, language },
  bookingDefaults: withTimes(USUAL_TIMES, bookingDefaults),
});

/** The times that new event types of a workspace have. */
export async function readBookingDefaults(sql: Queryable, workspaceId: string): Promise<BookingDefaults> {
  const [row] = await sql<{ own: SomeBookingTimes }[]>`
    select booking_defaults as own from workspaces where id = ${workspaceId}`;
  return withTimes(USUAL_TIMES, row?.own ?? {});
}

/** The zone of new schedules and teams of a workspace. */
export async function readTimezone(sql: Queryable, workspaceId: string): Promise<string> {
  const [row] = await sql<{ timezone: string }[]>`select timezone from workspaces where id = ${workspaceId}`;
  return row?.timezone ?? 'UTC';
}

/** In which language to write to a guest, in two letters: the named one, else that of the workspace. @param named undefined: none */
export const guestLanguage = (sql: Queryable, named: Language | undefined, workspaceId: string) => sql`
  coalesce(${named ?? null}::text, (select language from workspaces where id = ${workspaceId}), ${DEFAULT_LANGUAGE}::text)`;
