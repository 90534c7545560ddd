import type { calendar_v3 } from '@googleapis/calendar';
import { DAY_MS } from '../../domain/time/civil.ts';
import { zoneOf } from '../../domain/time/zone.ts';

export type Event = calendar_v3.Schema$Event;
type EventDateTime = calendar_v3.Schema$EventDateTime;

/** Instants; the end is exclusive. */
export interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** The instant of a local time. One that a clock change skips counts with the offset before the change (RFC 5545, 3.3.5). */
export function instantOf(timezone: string, localMs: number): number {
  if (Number.isNaN(localMs)) return localMs;
  const zone = zoneOf(timezone);
  const exact = zone.instantOf(localMs);
  if (exact !== undefined) return exact;
  return localMs - zone.segmentAt(zone.firstInstant(localMs) - 1).offsetMs;
}

/** `2026-11-23` as milliseconds of a clock that shows UTC. */
export const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export const dateOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10);

/** The instant of a start or end; NaN: it has none. Whole days begin at midnight of the calendar's zone. */
export function msOf(time: EventDateTime | undefined, timezone: string): number {
  if (time?.date) return instantOf(timezone, dateMs(time.date));
  const text = time?.dateTime ?? '';
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text);
  return instantOf(time?.timeZone ?? timezone, Date.parse(`${text}Z`));
}

export const timesOf = ({ start, end }: Event, timezone: string): Times => ({
  startMs: msOf(start, timezone),
  endMs: msOf(end, timezone),
});

/** An instant as Google writes it: with the zone's offset, without milliseconds. */
export function rfc3339(ms: number, timezone: string): string {
  const offsetMs = zoneOf(timezone).localOf(ms) - ms;
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const offset = offsetMs === 0 ? 'Z' : `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${new Date(ms + offsetMs).toISOString().slice(0, 19)}${offset}`;
}

/** `20261123T090000Z`, or `20261123` of a whole day: the end of an instance's id. */
export const stampOf = (ms: number, isAllDay: boolean): string => {
  const text = new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return isAllDay ? text.slice(0, 8) : text;
};

export const isAllDay = ({ start }: Event): boolean => typeof start?.date === 'string';

/** Google's bounds: the event ends after the window's start and begins before its end. One without length counts at its start. */
export const touches = ({ startMs, endMs }: Times, window: Times): boolean =>
  startMs < window.endMs && (endMs > window.startMs || (endMs === startMs && startMs >= window.startMs));

export const EVER: Times = { startMs: -100 * 366 * DAY_MS, endMs: 200 * 366 * DAY_MS };
