/** How a length of time is said. */
interface LengthWords {
  readonly days: (days: number) => string;
  readonly hours: (hours: number) => string;
}

/** How long ahead: hours below two days, else days. */
export function leadWords(minutes: number, words: LengthWords): string {
  const hours = Math.round(minutes / 60);
  return hours < 48 ? words.hours(hours) : words.days(Math.round(hours / 24));
}

/** The difference of two lead times; null: one of them is unknown. */
export function leadChange(now: number | null, before: number | null, words: LengthWords): string | null {
  if (now === null || before === null) return null;
  const sign = now > before ? '+' : now < before ? '-' : '';
  return `${sign}${leadWords(Math.abs(now - before), words)}`;
}

/** By how much a count grew, such as "+12%"; null: there were none, and nothing is a part of none. */
export function countChange(now: number, before: number, tag: string): string | null {
  if (before === 0) return null;
  const format = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  return format.format(now / before - 1);
}

interface Source {
  readonly bookedBy: 'people' | 'agents';
  readonly bookings: number;
}

/** Full percents of all bookings that agents made; null: there are no bookings. */
export function agentsPercent(bySource: readonly Source[]): number | null {
  const sum = (sources: readonly Source[]) => sources.reduce((all, { bookings }) => all + bookings, 0);
  const all = sum(bySource);
  return all === 0 ? null : Math.round((sum(bySource.filter(({ bookedBy }) => bookedBy === 'agents')) / all) * 100);
}
