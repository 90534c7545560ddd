import type { Server } from '@modelcontextprotocol/server';
import { formatDate } from '../../../domain/time/civil.ts';
import { answering, type Holder } from './holder.ts';
import { dayIn } from './periods.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource, TEMPLATES } from './resources.ts';

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
async function complete(holder: Holder, argument: { readonly name: string; readonly value: string }) {
  const source = Object.hasOwn(SOURCES, argument.name) ? SOURCES[argument.name] : undefined;
  const isAsked = source !== undefined && argument.value.length <= LONGEST_VALUE;
  const found = isAsked ? byBeginning(await source(holder), argument.value) : [];
  return {
    completion: { values: found.slice(0, MAX_VALUES), total: found.length, hasMore: found.length > MAX_VALUES },
  };
}

/** The capabilities of a server with {@link serveReading}, in addition to tools. */
export const READING = { resources: {}, prompts: {}, completions: {} } as const;

/** Resources change with each booking without a notification, so clients cache them only briefly. */
const FRESH = { ttlMs: 5_000, cacheScope: 'private' } as const;
/** The cache time of answers that depend only on role and scopes. */
const STEADY = { ttlMs: 60_000, cacheScope: 'private' } as const;
export const READING_CACHE = {
  ...{ 'resources/list': FRESH, 'resources/read': FRESH },
  ...{ 'resources/templates/list': STEADY, 'prompts/list': STEADY },
} as const;

/** Resources, prompts and completion for the holder of a request (docs/decisions/api.md#tokens). */
export function serveReading(server: Server, holder: Holder): void {
  server.setRequestHandler('resources/list', ({ params }) => answering(() => listResources(holder, params?.cursor)));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: holder.mayRun('list_meetings') ? [...TEMPLATES] : [],
  }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(holder, params.uri));
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(holder) }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(holder, params.name, params.arguments));
  server.setRequestHandler('completion/complete', ({ params }) => answering(() => complete(holder, params.argument)));
}
