import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { Rendered } from '../../../api/core/answer.ts';
import { Lifecycle } from '../../../api/core/lifecycle.ts';
import type { Services } from '../../../api/core/services.ts';
import { type Api, type ApiOptions, createApi } from '../../../api/server.ts';
import { AppError } from '../../../schemas/errors.ts';
import { defineArea } from '../../../schemas/operation.ts';
import { Email, IdempotencyKey, Instant, line } from '../../../schemas/shapes/fields.ts';

const Address = z.object({ shop: line(1, 60), item: line(1, 60) });
const ItemView = z.object({ shop: z.string(), item: z.string(), seen: z.record(z.string(), z.unknown()) });
const errors = ['request.invalid', 'resource.not_found', 'rate.limited', 'service.unavailable'] as const;
const base = { surface: 'public', auth: 'none', errors } as const;

/** A small contract with one operation of each kind, to try the machinery without a database. */
export const fixtureContract = {
  shop: defineArea({
    viewItem: {
      ...base,
      title: 'View an item',
      summary: 'Shows an item.',
      method: 'GET',
      path: '/{shop}/{item}',
      effect: 'read',
      rateClass: 'publicRead',
      tool: 'view_item',
      input: Address.extend({
        limit: z.int().min(1).max(500).optional(),
        fresh: z.boolean().optional(),
        tags: z.array(line(1, 20)).max(3).optional(),
        counts: z.array(z.int()).optional(),
        answers: z.record(z.string(), z.unknown()).optional(),
        at: Instant.optional(),
        email: Email.optional(),
      }),
      output: ItemView,
    },
    reserve: {
      ...base,
      title: 'Reserve by link',
      summary: 'Reserves an item by GET.',
      method: 'GET',
      path: '/{shop}/{item}/reserve',
      effect: 'write',
      rateClass: 'code',
      input: Address.extend({ code: line(1, 40).optional() }),
      output: z.object({ ok: z.boolean() }),
    },
    buy: {
      ...base,
      title: 'Buy an item',
      summary: 'Buys an item.',
      method: 'POST',
      path: '/{shop}/{item}/buy',
      effect: 'write',
      rateClass: 'booking',
      tool: 'buy_item',
      input: Address.extend({
        amount: z.int().min(1).max(9),
        buyer: z.object({ email: Email, name: line(1, 20).optional() }),
        secret: line(1, 40).optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
      output: z.object({ bought: z.int(), buyer: z.string() }),
    },
    ask: {
      ...base,
      title: 'Ask for a code',
      summary: 'Asks for a code.',
      method: 'POST',
      path: '/{workspace}/{username}/{item}/ask',
      effect: 'write',
      rateClass: 'code',
      tool: 'ask_code',
      input: z.object({ workspace: line(1, 60), username: line(1, 60), item: line(1, 60) }),
      output: z.object({ ok: z.boolean() }),
    },
    viewManaged: {
      ...base,
      title: 'View what a token shows',
      summary: 'A fixed path next to parameters.',
      method: 'GET',
      path: '/manage/item',
      effect: 'read',
      rateClass: 'publicRead',
      input: z.object({ token: line(1, 200) }),
      output: z.object({ managed: z.boolean() }),
    },
    file: {
      ...base,
      title: 'Download a file',
      summary: 'Text that is not JSON.',
      method: 'GET',
      path: '/manage/item.ics',
      effect: 'read',
      rateClass: 'unlimited',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      input: z.object({ token: line(1, 200) }),
      output: z.string(),
    },
  }),
  state: defineArea({
    state: {
      ...base,
      title: 'State',
      summary: 'A status that the output decides.',
      surface: 'host',
      method: 'GET',
      path: '/state',
      effect: 'read',
      rateClass: 'unlimited',
      statusOf: (output) => (output.status === 'not_ready' ? 503 : 200),
      input: z.object({ ready: z.enum(['0', '1']).optional() }),
      output: z.object({ status: z.enum(['ok', 'not_ready']) }),
    },
  }),
} as const;

/** The calls of the handlers, so that a test can prove that one never ran. */
export interface Witness {
  readonly runs: string[];
  readonly logLines: string[];
}

const failures: Readonly<Record<string, (input: Record<string, unknown>) => never>> = {
  missing: () => {
    throw new AppError('resource.not_found', 'No such item.', { reason: 'item_unknown' });
  },
  taken: () => {
    throw new AppError('resource.conflict', 'That item is taken.', { reason: 'item_taken', alternatives: ['b', 'c'] });
  },
  hurried: () => {
    throw new AppError('rate.limited', 'Asked too often.', { reason: 'too_many_codes', retryAfterSeconds: 37 });
  },
  boom: (input) => {
    throw new Error(`cannot sell to ${JSON.stringify(input)}`);
  },
  'database-away': () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  },
  'database-quotes': (input) => {
    const error = new Error(`invalid input syntax: "${JSON.stringify(input)}"`);
    throw Object.assign(error, { code: '22P02', detail: JSON.stringify(input), query: 'select 1' });
  },
};

const handlersFor = (witness: Witness) => {
  const run = async (name: string, input: { item?: string }): Promise<void> => {
    witness.runs.push(name);
    failures[input.item ?? '']?.(input);
    if (input.item === 'slow') await new Promise((resolve) => setTimeout(resolve, 600));
  };
  return {
    shop: {
      async viewItem(_context: unknown, input: { shop: string; item: string }) {
        await run('viewItem', input);
        const { shop, item, ...seen } = input;
        if (item === 'rendered') return new Rendered({ shop, item, seen });
        if (item === 'leaky') return { shop, item, seen, internalNote: 'do not show' };
        if (item === 'wrong') return { shop, item } as never;
        return { shop, item, seen };
      },
      async reserve(_context: unknown, input: { item: string }) {
        await run('reserve', input);
        return { ok: true };
      },
      async buy(_context: unknown, input: { item: string; amount: number; buyer: { email: string } }) {
        await run('buy', input);
        return { bought: input.amount, buyer: input.buyer.email };
      },
      async ask(_context: unknown, input: { item: string }) {
        await run('ask', input);
        return { ok: true };
      },
      async viewManaged() {
        await run('viewManaged', {});
        return { managed: true };
      },
      async file() {
        await run('file', {});
        return 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
      },
    },
    state: {
      state: async (_context: unknown, { ready }: { ready?: '0' | '1' | undefined }) => ({
        status: ready === '1' ? ('not_ready' as const) : ('ok' as const),
      }),
    },
  };
};

const logInto = (lines: string[]): Logger =>
  pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );

export interface FixtureApi {
  readonly api: Api;
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly mcpUrl: string;
  readonly witness: Witness;
}

/** The fixture contract on real listeners. The handlers use none of the services that are missing here. */
export const startFixtureApi = async (options: Partial<ApiOptions> = {}): Promise<FixtureApi> => {
  const witness: Witness = { runs: [], logLines: [] };
  const services = {
    lifecycle: new Lifecycle(),
    version: '9.9.9',
    localMailbox: true,
    log: logInto(witness.logLines),
    waits: { end: () => {} },
  } as unknown as Services;
  const api = createApi(fixtureContract, handlersFor(witness), services, {
    ports: { app: 0, public: 0, mcp: 0 },
    host: '127.0.0.1',
    rateLimitFactor: 1_000,
    ...options,
  });
  const urls = await api.listen();
  return { api, ...urls, witness };
};

/** The API of the fixture for all tests of a file; what its handlers did is forgotten before each. */
export function shareFixtureApi(): Omit<FixtureApi, 'api'> {
  let fixture: FixtureApi;
  beforeAll(async () => {
    fixture = await startFixtureApi();
  });
  afterAll(() => fixture?.api.close());
  beforeEach(() => {
    fixture.witness.runs.length = 0;
  });
  return {
    get appUrl() {
      return fixture.appUrl;
    },
    get publicUrl() {
      return fixture.publicUrl;
    },
    get mcpUrl() {
      return fixture.mcpUrl;
    },
    get witness() {
      return fixture.witness;
    },
  };
}
