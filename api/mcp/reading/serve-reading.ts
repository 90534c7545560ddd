import type { Server } from '@modelcontextprotocol/server';
import { complete } from './completion.ts';
import { answering, type Holder } from './holder.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource, TEMPLATES } from './resources.ts';

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
