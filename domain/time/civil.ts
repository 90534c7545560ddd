/** The proleptic Gregorian calendar in integers: a day counts from 1970-01-01. No clock, no zone. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours; days of a zone may have more or less. */
export const DAY_MS = 24 * HOUR_MS;
export const MINUTES_PER_DAY = 1440;

const DAYS_PER_ERA = 146_097; // 400 years
const EPOCH_IN_ERA_DAYS = 719_468; // 0000-03-01 to 1970-01-01

export interface CivilDate {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly day: number;
}

/** The day number of a date; years begin in March here, so that the leap day comes last. */
export function dayOf(year: number, month: number, day: number): number {
  const shiftedYear = month > 2 ? year : year - 1;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_IN_ERA_DAYS;
}

/** The date of a day number: the inverse of {@link dayOf}. */
export function dateOf(day: number): CivilDate {
  const shifted = day + EPOCH_IN_ERA_DAYS;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The Monday of a day's ISO week. */
export function isoWeekStart(day: number): number {
  return day - ((weekdayOf(day) + 6) % 7);
}

/** `YYYY-MM-DD` to a day number; undefined for other shapes and for dates that do not exist (2026-02-30). */
export function parseDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const day = dayOf(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return formatDate(day) === text ? day : undefined;
}

/** A day number as `YYYY-MM-DD`. */
export function formatDate(day: number): string {
  const date = dateOf(day);
  return `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}`;
}

/** A minute of the day as `HH:mm`; 1440 is `24:00`. */
export function formatMinute(minute: number): string {
  return CLOCK[minute] ?? `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

const CLOCK = Array.from(
  { length: MINUTES_PER_DAY + 1 },
  (_, minute) => `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}`,
);
