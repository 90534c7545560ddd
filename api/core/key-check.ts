import { z } from 'zod';
import type { Operation } from '../../schemas/operation.ts';
import { EVERYONE } from '../../schemas/shapes/access.ts';
import type { Endpoint } from './endpoints.ts';
import type { ActingContext } from './handler.ts';

/** Checks a key and lists its tools. Any valid key passes. Not in the contract; limited and logged like a call. */
const operation = {
  title: 'Check a key',
  summary: 'The tools that a key may run.',
  surface: 'page',
  method: 'POST',
  path: '/',
  // Each tool reads the consent itself.
  auth: { scope: 'any', roles: EVERYONE, intent: 'ignored' },
  effect: 'read',
  rateClass: 'keyed',
  errors: ['auth.required', 'rate.limited', 'service.unavailable'],
  input: z.object({}),
  output: z.unknown(),
} as const satisfies Operation;

/** Runs before the in-app MCP endpoint reads a request. */
export const keyCheck: Endpoint = {
  id: 'mcp.enter',
  operation,
  handler: async (context) => {
    const { tools, actor } = context as ActingContext<typeof operation>;
    return tools.listFor(actor);
  },
};
