import { Writable } from 'node:stream';
import { pino } from 'pino';
import { z } from 'zod';
import type { Caller, Failure, Outcome } from '../../../api/core/call.ts';
import { createDispatcher } from '../../../api/core/dispatch.ts';
import type { HandlersOf } from '../../../api/core/endpoints.ts';
import type { Context } from '../../../api/core/handler.ts';
import { createRateLimiter } from '../../../api/core/limits.ts';
import { createMetrics } from '../../../api/core/metrics.ts';
import type { Services } from '../../../api/core/services.ts';
import { type Areas, defineArea } from '../../../schemas/operation.ts';

/** A contract of one operation, to test the dispatcher without a server. */
export const contract = {
  shop: defineArea({
    buy: {
      title: 'Buy',
      summary: 'Buys.',
      surface: 'public',
      method: 'POST',
      path: '/buy',
      auth: 'none',
      effect: 'write',
      logged: ['kind'],
      rateClass: 'booking',
      statusOf: (output) => (output.state === 'down' ? 503 : 200),
      errors: ['request.invalid'],
      input: z.object({
        name: z.string().min(2).max(20),
        count: z.int().optional(),
        kind: z.enum(['a', 'b']).optional(),
        secret: z.string().optional(),
      }),
      output: z.object({ state: z.enum(['up', 'down']), seen: z.string().optional() }),
    },
  }),
};

type Handler = (context: Context, input: { name: string; secret?: string | undefined }) => Promise<unknown>;

export const caller: Caller = { ip: '192.0.2.1', source: 'public_api', requestId: 'request-0001' };

interface Options {
  readonly factor?: number;
  readonly deadlineMs?: number;
}

/** A dispatcher for that operation and a handler. `lines` is its log. */
export const setUpDispatcher = (handler: Handler, options: Options = {}) => {
  const { dispatcher, lines, metrics } = dispatcherOf(contract, { shop: { buy: handler as never } }, options);
  const call = (input: unknown, more: Partial<Caller> = {}): Promise<Outcome> =>
    dispatcher.dispatch('shop', 'buy', input, { ...caller, ...more });
  return { call, lines, metrics };
};

/** A dispatcher for any operations that need no database. `lines` is its log. */
export const dispatcherOf = <C extends Areas>(operations: C, handlers: HandlersOf<C>, options: Options = {}) => {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ level: 'trace' }, sink);
  const metrics = createMetrics();
  const dispatcher = createDispatcher(
    operations,
    handlers,
    { log, version: '1', urls: { appUrl: '', publicUrl: '', mcpUrl: '' } } as unknown as Services,
    {
      limiter: createRateLimiter({ factor: options.factor ?? 100, log }),
      metrics,
      ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    },
  );
  return { dispatcher, lines, metrics };
};

export const failingDispatcher = (error: unknown) => setUpDispatcher(() => Promise.reject(error));

export const failureOf = async (outcome: Promise<Outcome>): Promise<Failure> => {
  const settled = await outcome;
  if (settled.ok) throw new Error('expected a failure');
  return settled;
};

export const good = { name: 'ada' };
