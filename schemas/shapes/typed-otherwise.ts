import { z } from 'zod';

/**
 * How a text is read that was typed another way and can mean one thing only (docs/decisions/api.md#unknown-arguments): "9:00" for 09:00, "Mon" for monday, "325 806"
 * for 325806. Any other text stays as it is, and the schema judges it. Tools and keyed REST read so; published schemas say one form alone.
 */
export const typedOtherwise = z.registry<{ readonly read: (typed: string) => string }>();

/** A day by its beginning, of two letters or more, in any case, or in the plural. */
export const dayTyped =
  (days: readonly string[]) =>
  (typed: string): string => {
    const letters = typed.trim().toLowerCase().replace(/\.$/, '');
    const meant = days.filter((day) => day.startsWith(letters) || `${day}s` === letters);
    return letters.length >= 2 && meant.length === 1 && meant[0] !== undefined ? meant[0] : typed;
  };

const CLOCK = /^\s*(\d{1,2})(?::([0-5]\d)(?::00)?)?\s*(?:([ap])\.?m\.?)?\s*$/i;

/** HH:mm of "9:00", "09:00:00", "9am" or "5:30 PM". "9" alone stays: of which half of the day it is, nobody knows; and 12 am is a beginning or an end. */
export function clockTyped(typed: string): string {
  const [, hour = '', minute, half] = CLOCK.exec(typed) ?? [];
  if (hour === '' || (minute === undefined && half === undefined)) return typed;
  const given = Number(hour);
  const isMorning = half?.toLowerCase() === 'a';
  if (half !== undefined && (given < 1 || given > 12 || (isMorning && given === 12))) return typed;
  const of24 = half === undefined || isMorning || given === 12 ? given : given + 12;
  const hours = `${of24}`.padStart(2, '0');
  return `${hours}:${minute ?? '00'}`;
}

/** A code as people read it out and mails space it: with blanks and hyphens, not with the ends of lines. */
export const codeTyped = (typed: string): string => {
  const digits = typed.replaceAll(/[ \u00A0\u202F-]+/g, '');
  return /^\d{6}$/.test(digits) ? digits : typed;
};
