import { formatDate, parseDate } from '../../domain/time/civil.ts';
import { localParts } from '../../domain/time/local.ts';

/** A month is YYYY-MM, a date YYYY-MM-DD: both sort as texts, and have no zone. */

/** The month of a date. */
export const monthOf = (date: string): string => date.slice(0, 7);

const firstOf = (month: string): string => `${month}-01`;

/** The text if it is a valid month, else undefined. */
export const asMonth = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d{2}$/.test(text) && parseDate(firstOf(text)) !== undefined ? text : undefined;

/** The text if it is a valid date, else undefined. */
export const asDate = (text: string | undefined): string | undefined =>
  text !== undefined && parseDate(text) !== undefined ? text : undefined;

/** @param count how many months later; negative: earlier */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** First and last date of a month. */
export function rangeOf(month: string): { readonly fromDate: string; readonly toDate: string } {
  const next = parseDate(firstOf(addMonths(month, 1))) ?? 0;
  return { fromDate: firstOf(month), toDate: formatDate(next - 1) };
}

/** The date `count` days after a valid date. */
export const addDays = (date: string, count: number): string => formatDate((parseDate(date) ?? 0) + count);

/** The date of an instant in a zone. */
export const dateIn = (ms: number, timezone: string): string => localParts(ms, timezone).dateLocal;
