import { formatDate } from '../../../domain/time/civil.ts';
import type { Holder } from './holder.ts';
import { dayIn } from './periods.ts';

/** The protocol's own limit. */
const MAX_VALUES = 100;
const DAYS_AHEAD = 14;

/** No value is longer. What is, is not looked at: it may be a whole body. */
const LONGEST_VALUE = 200;

const byBeginning = (values: readonly string[], typed: string): string[] => {
  const beginning = typed.toLowerCase();
  return values.filter((value) => value.toLowerCase().startsWith(beginning));
};

interface EventTypes {
  readonly eventTypes: readonly { readonly slug: string }[];
}

const slugs = async (holder: Holder): Promise<string[]> => {
  if (!holder.mayRun('list_event_types')) return [];
  const { eventTypes } = await holder.ask<EventTypes>('list_event_types', { limit: MAX_VALUES });
  return [...new Set(eventTypes.map(({ slug }) => slug))];
};

const bookings = async (holder: Holder): Promise<string[]> => {
  if (!holder.mayRun('list_meetings')) return [];
  const { meetings } = await holder.ask<{ meetings: { id: string }[] }>('list_meetings', { limit: MAX_VALUES });
  return meetings.map(({ id }) => id);
};

/** Near days, in UTC: they are proposals, and the zone of who types is not known yet. */
const days = ({ nowMs }: Holder): string[] => {
  const first = dayIn('today', nowMs, 'UTC');
  return ['today', ...Array.from({ length: DAYS_AHEAD }, (_, ahead) => formatDate(first + ahead))];
};

/** By the name of the argument, of prompts and templates alike. */
const SOURCES: Readonly<Record<string, (holder: Holder) => readonly string[] | Promise<readonly string[]>>> = {
  eventType: slugs,
  bookingId: bookings,
  id: bookings,
  date: days,
  timeZone: () => Intl.supportedValuesOf('timeZone'),
};

/** Returns completions of an argument by its beginning. None for free text. */
export async function complete(holder: Holder, argument: { readonly name: string; readonly value: string }) {
  const source = Object.hasOwn(SOURCES, argument.name) ? SOURCES[argument.name] : undefined;
  const isAsked = source !== undefined && argument.value.length <= LONGEST_VALUE;
  const found = isAsked ? byBeginning(await source(holder), argument.value) : [];
  return {
    completion: { values: found.slice(0, MAX_VALUES), total: found.length, hasMore: found.length > MAX_VALUES },
  };
}
