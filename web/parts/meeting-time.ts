import type { BookerLocal } from '../../domain/time/local.ts';

/** A meeting's time in one person's zone, in parts that a page sets on lines of their own. */
export interface MeetingTime {
  readonly startUtc: string;
  /** "Monday, 23 November 2026" */
  readonly day: string;
  /** "09:00 – 09:30"; over midnight or a clock change with all that makes it clear */
  readonly range: string;
  /** "Europe/Berlin", with offsets where a clock change makes them matter */
  readonly zone: string;
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** "Monday, 23 November" of YYYY-MM-DD; with the year where it is asked for. */
export function dayHeading(dateLocal: string, withYear = false): string {
  const [weekday = '', ...rest] = (withYear ? LONG_DAY : SHORT_DAY)
    .format(Date.parse(`${dateLocal}T00:00Z`))
    .split(' ');
  return `${weekday.replace(',', '')}, ${rest.join(' ')}`;
}

/** The range and the zone are read off `display`, which knows about midnight and clock changes. */
export function meetingTime(startUtc: string, local: BookerLocal): MeetingTime {
  const parts = /^\w{3}, \d{1,2} \w{3} \d{4}, (.*) \((.*)\)$/.exec(local.display);
  const [, range = `${local.startLocal} – ${local.endLocal}`, zone = local.timezone] = parts ?? [];
  return { startUtc, day: dayHeading(local.dateLocal, true), range, zone: zoneName(zone) };
}

/** The offset a slot must show because its wall-clock time alone is unclear: "UTC+2", or nothing. */
export function clockChangeNote(local: BookerLocal): string | undefined {
  return /, (UTC[^ )]*)/.exec(local.display)?.[1];
}

/** "America/Argentina/Buenos_Aires" for people: "America/Argentina/Buenos Aires". */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');
