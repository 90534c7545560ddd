import { callingCode } from './calling-codes.ts';
import { E164 } from './text-limits.ts';

/** What people dial within a country before the number, where it is not 0. */
const TRUNKS: Readonly<Record<string, RegExp>> = {
  '1': /^1/,
  '7': /^8/,
  '36': /^06/,
  '375': /^80?/,
  '992': /^8/,
  '993': /^8/,
};

/** Numbers there may begin with 0 abroad, too. */
const KEEP_ZERO: ReadonlySet<string> = new Set(['39', '225', '229', '241', '242', '378']);

/**
 * A number as E.164. With a + or 00 first it says its country; else it is of the country that was chosen, and what is dialled
 * within the country (0 30 …) falls away. Undefined: no number.
 */
export function toE164(typed: string, country: string): string | undefined {
  const text = typed.trim().replaceAll(/[\s()./\u00a0\u2010-\u2015-]/g, '');
  const number = /^(\+|00)/.test(text) ? text.replace(/^(\+|00)/, '+') : national(text, country);
  return number !== undefined && E164.test(number) ? number : undefined;
}

function national(text: string, country: string): string | undefined {
  const code = callingCode(country);
  if (code === undefined || !/^\d+$/.test(text)) return undefined;
  if (KEEP_ZERO.has(code)) return `+${code}${text}`;
  return `+${code}${text.replace(TRUNKS[code] ?? /^0/, '')}`;
}
