import { Writable } from 'node:stream';
import { ServiceError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure, TimeoutType } from '@temporalio/common';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDispatcher, type Failure, type Outcome, type Success } from '../../api/dispatch.ts';
import { type Caller, type Context, Rendered, type Services } from '../../api/handler.ts';
import { createMetrics } from '../../api/metrics.ts';
import { createRateLimiter } from '../../api/rate-limits.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import { defineArea } from '../../schemas/operation.ts';

const contract = {
  shop: defineArea({
    buy: {
      title: 'Buy',
      summary: 'Buys.',
      surface: 'public',
      method: 'POST',
      path: '/buy',
      auth: 'none',
      effect: 'write',
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

const caller: Caller = { ip: '192.0.2.1', source: 'public_api', requestId: 'request-0001' };

const setUp = (handler: Handler, options: { factor?: number; deadlineMs?: number } = {}) => {
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
    contract,
    { shop: { buy: handler as never } },
    { log, version: '1', urls: { appUrl: '', publicUrl: '', mcpUrl: '' } } as unknown as Services,
    {
      limiter: createRateLimiter({ factor: options.factor ?? 100, log }),
      metrics,
      ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    },
  );
  const call = (input: unknown, more: Partial<Caller> = {}): Promise<Outcome> =>
    dispatcher.dispatch('shop', 'buy', input, { ...caller, ...more });
  return { call, lines, metrics };
};

const failing = (error: unknown) => setUp(() => Promise.reject(error));

const failureOf = async (outcome: Promise<Outcome>): Promise<Failure> => {
  const settled = await outcome;
  if (settled.ok) throw new Error('expected a failure');
  return settled;
};

const good = { name: 'ada' };

describe('success', () => {
  it('gives the handler checked input, one instant and the caller', async () => {
    const seen: unknown[] = [];
    const before = Date.now();
    const { call } = setUp(async (context, input) => {
      seen.push(input, context.caller, context.now);
      return { state: 'up' };
    });
    expect(await call({ ...good, stranger: true })).toMatchObject({ ok: true, status: 200, output: { state: 'up' } });
    expect(seen.slice(0, 2)).toMatchObject([good, caller]);
    expect(seen[2]).toBeGreaterThanOrEqual(before);
  });

  it('drops what the output does not declare', async () => {
    const { call } = setUp(async () => ({ state: 'up', seen: 'x', internalNote: 'hide me' }));
    expect(((await call(good)) as Success).output).toEqual({ state: 'up', seen: 'x' });
  });

  it('trusts a rendered answer, whose maker checked it', async () => {
    const rendered = new Rendered({ state: 'up' });
    const { call } = setUp(async () => rendered);
    expect(((await call(good)) as Success).output).toBe(rendered);
  });

  it.each([{ state: 'down' }, new Rendered({ state: 'down' })])('lets the output decide the status', async (output) => {
    expect(await setUp(async () => output).call(good)).toMatchObject({ ok: true, status: 503 });
  });

  it('answers 500 rather than an output against its declaration, and quotes no value', async () => {
    const { call, lines } = setUp(async () => ({ state: 'secret-state' }));
    expect(await call(good)).toMatchObject({ ok: false, status: 500 });
    expect(JSON.stringify(lines)).toContain('shop.buy answered against its declaration: state (invalid_value)');
    expect(JSON.stringify(lines)).not.toContain('secret-state');
  });
});

describe('input', () => {
  it.each([
    [{}, 'name', 'is required, must be text'],
    [undefined, '', 'must be an object'],
    [null, '', 'must be an object'],
    [[], '', 'must be an object'],
    [{ name: 'a' }, 'name', 'must have at least 2 characters'],
    [{ name: 'a'.repeat(21) }, 'name', 'must have at most 20 characters'],
    [{ name: 3 }, 'name', 'must be text'],
    [{ ...good, count: 'x' }, 'count', 'must be a whole number'],
    [{ ...good, count: 1.5 }, 'count', 'must be a whole number'],
    [{ ...good, kind: 'c' }, 'kind', 'must be one of: a, b'],
  ])('%j is refused in words', async (input, path, message) => {
    const { envelope, status } = await failureOf(setUp(async () => ({ state: 'up' })).call(input));
    expect(status).toBe(400);
    expect(envelope.error.code).toBe('request.invalid');
    expect(envelope.error.details).toEqual({ issues: [{ path, message }] });
    expect(envelope.error.message).toBe(`Invalid request: ${path ? `${path}: ` : ''}${message}`);
  });

  it('answers a request that was too broken to have one', async () => {
    const { call, lines } = setUp(async () => ({ state: 'up' }));
    expect(await call(invalid([{ path: '', message: 'the body must be valid JSON' }]))).toMatchObject({ status: 400 });
    expect(lines).toHaveLength(1);
  });
});

const serviceError = (grpcCode: number): Error =>
  new ServiceError('Failed', {
    cause: Object.assign(new Error('grpc'), { code: grpcCode, details: '', metadata: {} }),
  });

describe('errors', () => {
  it('answers an AppError as it is', async () => {
    const error = new AppError('resource.conflict', 'Taken.', { reason: 'slot_taken', alternatives: [1] });
    expect(await failing(error).call(good)).toMatchObject({
      status: 409,
      envelope: {
        error: { code: 'resource.conflict', message: 'Taken.', details: { reason: 'slot_taken', alternatives: [1] } },
      },
    });
  });

  it('answers an error that crossed Temporal as it was thrown', async () => {
    const cause = ApplicationFailure.create({
      type: 'request.unprocessable',
      message: 'No.',
      details: [{ reason: 'too_soon' }],
    });
    expect(await failing(new Error('update failed', { cause })).call(good)).toMatchObject({
      status: 422,
      envelope: { error: { code: 'request.unprocessable', message: 'No.', details: { reason: 'too_soon' } } },
    });
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'CONNECT_TIMEOUT',
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECTION_DESTROYED',
    '57P01',
    '57P03',
    '53300',
    '55P03',
    '40P01',
  ])('answers 503 for the database error %s', async (code) => {
    const failure = await failureOf(failing(Object.assign(new Error('secret words'), { code })).call(good));
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(failure.envelope.error).toMatchObject({ code: 'service.unavailable', details: { dependency: 'database' } });
    expect(JSON.stringify(failure.envelope)).not.toContain('secret words');
  });

  it.each([
    ['unavailable', serviceError(14)],
    ['deadline exceeded', serviceError(4)],
    [
      'a task that nobody took',
      new Error('failed', { cause: new TimeoutFailure('t', undefined, TimeoutType.SCHEDULE_TO_START) }),
    ],
  ])('answers 503 for Temporal: %s', async (_name, error) => {
    expect((await failureOf(failing(error).call(good))).envelope.error.details).toMatchObject({
      dependency: 'temporal',
    });
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['an unknown database error', Object.assign(new Error('column does not exist'), { code: '42703' })],
    ['a refusal by Temporal', serviceError(3)],
    ['something that is no error', 'text'],
  ])('hides %s behind 500', async (_name, error) => {
    const { call, lines } = failing(error);
    const { status, envelope } = await failureOf(call(good));
    expect(status).toBe(500);
    expect(envelope.error).toEqual({
      code: 'internal.unexpected',
      message: `Something went wrong on our side. Request id: ${caller.requestId}`,
      details: { requestId: caller.requestId },
    });
    expect(lines.find(({ msg }) => msg === 'unexpected error')).toMatchObject({
      requestId: caller.requestId,
      operation: 'shop.buy',
    });
  });

  it('answers 503 at the deadline, and logs the handler that finishes later', async () => {
    let finish: (value: unknown) => void = () => {};
    const work = new Promise((resolve) => {
      finish = resolve;
    });
    const { call, lines } = setUp(() => work, { deadlineMs: 30 });
    const failure = await failureOf(call(good));
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(failure.envelope.error.code).toBe('service.unavailable');
    expect(lines.map(({ msg }) => msg)).toEqual(['a part is away', 'call']);
    finish({ state: 'up' });
    await expect.poll(() => lines.at(-1)?.msg).toBe('finished after the deadline');
  });

  it('gives a call no longer than its caller has left', async () => {
    const { call } = setUp(() => new Promise(() => {}), { deadlineMs: 60_000 });
    const failure = await failureOf(call(good, { answerByMs: performance.now() + 20 }));
    expect(failure.envelope.error).toMatchObject({ code: 'service.unavailable', details: { dependency: 'database' } });
  });

  it('begins nothing for a caller who has no time left', async () => {
    let runs = 0;
    const { call } = setUp(async () => {
      runs++;
      return { state: 'up' };
    });
    expect((await call(good, { answerByMs: performance.now() })).status).toBe(503);
    expect(runs).toBe(0);
  });

  it('survives a handler that fails after the deadline', async () => {
    const late = new Promise((_resolve, reject) => setTimeout(() => reject(new Error('too late')), 60));
    const { call, lines } = setUp(() => late, { deadlineMs: 20 });
    expect((await call(good)).status).toBe(503);
    await expect
      .poll(() => lines.at(-1))
      .toMatchObject({ msg: 'failed after the deadline', err: { message: 'too late' } });
  });
});

describe('rate limits', () => {
  it('refuses before the handler runs, and tells when to come back', async () => {
    let runs = 0;
    const { call } = setUp(
      async () => {
        runs++;
        return { state: 'up' };
      },
      { factor: 1 / 60 },
    );
    expect((await call(good)).rate).toEqual({ limit: 1, remaining: 0, resetSeconds: 60 });
    const refused = await failureOf(call(good));
    expect(refused).toMatchObject({ status: 429, rate: { limit: 1, remaining: 0 } });
    expect(refused.retryAfterSeconds).toBe(refused.rate?.resetSeconds);
    expect(refused.envelope.error).toMatchObject({
      code: 'rate.limited',
      details: { reason: 'too_many_calls', retryAfterSeconds: refused.retryAfterSeconds },
    });
    expect(runs).toBe(1);
  });
});

describe('what is logged', () => {
  it('is one line a call, of names and numbers', async () => {
    const { call, lines } = setUp(async () => ({ state: 'up' }));
    await call({ ...good, secret: '123456' });
    expect(lines).toEqual([
      expect.objectContaining({
        operation: 'shop.buy',
        status: 200,
        requestId: caller.requestId,
        source: 'public_api',
      }),
    ]);
    expect(lines[0]?.ms).toEqual(expect.any(Number));
    expect(JSON.stringify(lines)).not.toContain('123456');
  });

  it.each([
    ['its own words', (secret: string) => new Error(`no luck with ${secret}`)],
    [
      'a database error',
      (secret: string) => Object.assign(new Error(`bad "${secret}"`), { code: '22P02', detail: secret }),
    ],
    ['a cause', (secret: string) => new Error('outer', { cause: new Error(secret) })],
  ])('never holds input, not even from an error with %s', async (_name, makeError) => {
    const { call, lines } = setUp((_context, { secret = '' }) => Promise.reject(makeError(secret)));
    await call({ ...good, secret: 'token-AbC-0987' });
    const text = JSON.stringify(lines);
    expect(text).toContain('unexpected error');
    expect(text).toContain('dispatch.test.ts');
    expect(text).not.toContain('token-AbC-0987');
  });
});

it('logs no message of a database error, which may quote a value that the input did not hold', async () => {
  const error = Object.assign(new Error('Key (email)=(stored@example.com) already exists'), { code: '23505' });
  const { call, lines } = failing(error);
  await call(good);
  expect(JSON.stringify(lines)).toContain('23505');
  expect(JSON.stringify(lines)).not.toContain('stored@example.com');
});

it('measures each call by operation and status', async () => {
  const { call, metrics } = setUp(async () => ({ state: 'up' }));
  await call(good);
  await call({});
  const server = await metrics.serve(0);
  const { port } = server.address() as { port: number };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  server.close();
  expect(text).toContain('holdfast_call_duration_seconds_count{operation="shop.buy",status="200"} 1');
  expect(text).toContain('holdfast_call_duration_seconds_count{operation="shop.buy",status="400"} 1');
});

it('refuses to start without a handler', () => {
  const services = { log: pino({ level: 'silent' }) } as unknown as Services;
  const limiter = createRateLimiter({ factor: 1, log: services.log });
  expect(() => createDispatcher(contract, { shop: {} } as never, services, { limiter })).toThrow(
    'No handler for shop.buy',
  );
});
