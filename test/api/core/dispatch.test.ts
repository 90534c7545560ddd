import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Rendered } from '../../../api/core/answer.ts';
import type { Success } from '../../../api/core/call.ts';
import { createDispatcher } from '../../../api/core/dispatch.ts';
import { createRateLimiter } from '../../../api/core/limits.ts';
import type { Services } from '../../../api/core/services.ts';
import { invalid } from '../../../schemas/errors.ts';
import { members } from '../../../schemas/operations/members.ts';
import {
  caller,
  contract,
  failingDispatcher,
  failureOf,
  good,
  setUpDispatcher,
} from '../../support/drivers/test-dispatcher.ts';

describe('success', () => {
  it('gives the handler checked input, one instant and the caller', async () => {
    const seen: unknown[] = [];
    const before = Date.now();
    const { call } = setUpDispatcher(async (context, input) => {
      seen.push(input, context.caller, context.now);
      return { state: 'up' };
    });
    expect(await call({ ...good, stranger: true })).toMatchObject({ ok: true, status: 200, output: { state: 'up' } });
    expect(seen.slice(0, 2)).toMatchObject([good, caller]);
    expect(seen[2]).toBeGreaterThanOrEqual(before);
  });

  it('drops what the output does not declare', async () => {
    const { call } = setUpDispatcher(async () => ({ state: 'up', seen: 'x', internalNote: 'hide me' }));
    expect(((await call(good)) as Success).output).toEqual({ state: 'up', seen: 'x' });
  });

  it('trusts a rendered answer, whose maker checked it', async () => {
    const rendered = new Rendered({ state: 'up' });
    const { call } = setUpDispatcher(async () => rendered);
    expect(((await call(good)) as Success).output).toBe(rendered);
  });

  it.each([{ state: 'down' }, new Rendered({ state: 'down' })])('lets the output decide the status', async (output) => {
    expect(await setUpDispatcher(async () => output).call(good)).toMatchObject({ ok: true, status: 503 });
  });

  it('answers 500 rather than an output against its declaration, and quotes no value', async () => {
    const { call, lines } = setUpDispatcher(async () => ({ state: 'secret-state' }));
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
    const { envelope, status } = await failureOf(setUpDispatcher(async () => ({ state: 'up' })).call(input));
    expect(status).toBe(400);
    expect(envelope.error.code).toBe('request.invalid');
    expect(envelope.error.details).toEqual({ issues: [{ path, message }] });
    expect(envelope.error.message).toBe(`Invalid request: ${path ? `${path}: ` : ''}${message}`);
  });

  it('answers a request that was too broken to have one', async () => {
    const { call, lines } = setUpDispatcher(async () => ({ state: 'up' }));
    expect(await call(invalid([{ path: '', message: 'the body must be valid JSON' }]))).toMatchObject({ status: 400 });
    expect(lines).toHaveLength(1);
  });
});

describe('rate limits', () => {
  it('refuses before the handler runs, and says when to come back', async () => {
    let runs = 0;
    const { call } = setUpDispatcher(
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
    const { call, lines } = setUpDispatcher(async () => ({ state: 'up' }));
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

  it('has what a call was given in the fields that its operation logs, once it worked', async () => {
    const { call, lines } = setUpDispatcher(async () => ({ state: 'up' }));
    await call({ ...good, kind: 'b' });
    await call({ ...good, kind: 'c' });
    expect(lines.map(({ given }) => given)).toEqual([{ kind: 'b' }, undefined]);
    expect(members.updateMemberRole.logged).toEqual(['id', 'role']);
  });

  it.each([
    ['its own words', (secret: string) => new Error(`no luck with ${secret}`)],
    [
      'a database error',
      (secret: string) => Object.assign(new Error(`bad "${secret}"`), { code: '22P02', detail: secret }),
    ],
    ['a cause', (secret: string) => new Error('outer', { cause: new Error(secret) })],
  ])('never holds input, not even from an error with %s', async (_name, makeError) => {
    const { call, lines } = setUpDispatcher((_context, { secret = '' }) => Promise.reject(makeError(secret)));
    await call({ ...good, secret: 'token-AbC-0987' });
    const text = JSON.stringify(lines);
    expect(text).toContain('unexpected error');
    expect(text).toContain('dispatch.test.ts');
    expect(text).not.toContain('token-AbC-0987');
  });
});

it('logs no message of a database error, which may quote a value that the input did not hold', async () => {
  const error = Object.assign(new Error('Key (email)=(stored@example.com) already exists'), { code: '23505' });
  const { call, lines } = failingDispatcher(error);
  await call(good);
  expect(JSON.stringify(lines)).toContain('23505');
  expect(JSON.stringify(lines)).not.toContain('stored@example.com');
});

it('measures each call by operation and status', async () => {
  const { call, metrics } = setUpDispatcher(async () => ({ state: 'up' }));
  await call(good);
  await call({});
  const server = await metrics.serve({ port: 0, host: '127.0.0.1' });
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
