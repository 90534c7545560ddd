import * as errors from 'oidc-provider';
import pino from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { createRateLimiter } from '../../../api/core/limits.ts';
import { documentsOf } from '../../../api/oauth/documents.ts';
import { calls } from '../../../api/oauth/oauth-call.ts';
import type { ClientDocument, UnreadDocument } from '../../../domain/oauth/client-documents.ts';

const limiter = createRateLimiter({ factor: 1, log: pino({ level: 'silent' }) });
afterAll(() => limiter.close());

const URL_OF = 'https://app.example/client.json';
const GOOD: ClientDocument = { status: 200, body: JSON.stringify({ client_id: URL_OF }), cacheControl: 'max-age=3600' };

const AWAY: UnreadDocument = { unread: 'timeout' };
const ofNobody = { ip: '192.0.2.10', requestId: 'r', startedMs: 0, endpoint: 'token' } as const;

it('a good copy is kept for a day, not longer', async () => {
  let answer: ClientDocument | UnreadDocument = GOOD;
  const { read } = documentsOf({ limiter, errors: errors.errors, readClientDocument: async () => answer });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  try {
    const at = (ms: number) => {
      clock.mockReturnValue(ms);
      return calls.run({ ...ofNobody }, () => read(URL_OF));
    };
    await at(0);
    answer = AWAY;
    expect(await at(24 * 3_600_000 - 1)).toMatchObject({ body: GOOD.body });
    expect(await at(24 * 3_600_000)).toBeNull();
  } finally {
    clock.mockRestore();
  }
});

it('an app whose document was read answers while its host is away, and past the limit of its network', async () => {
  let answer: ClientDocument | UnreadDocument = GOOD;
  let reads = 0;
  const { mayFetch, read } = documentsOf({
    ...{ limiter, errors: errors.errors },
    readClientDocument: async () => {
      reads += 1;
      return answer;
    },
  });
  const ask = (url: string) =>
    calls.run({ ip: '192.0.2.9', requestId: 'r', startedMs: 0, endpoint: 'token' }, async () => {
      await mayFetch(url);
      return read(url);
    });
  expect(await ask(URL_OF)).toEqual(GOOD);
  for (const away of [AWAY, { ...GOOD, status: 503 }, { ...GOOD, status: 429 }]) {
    answer = away;
    expect(await ask(URL_OF)).toEqual({ ...GOOD, cacheControl: 'max-age=60' });
  }
  answer = { ...GOOD, body: '<h1>Back soon</h1>' };
  expect(await ask(URL_OF)).toEqual({ ...GOOD, cacheControl: 'max-age=60' });
  answer = AWAY;
  expect(await ask(URL_OF)).toMatchObject({ body: GOOD.body });
  answer = { ...GOOD, status: 404 };
  expect(await ask(URL_OF)).toEqual(answer);
  answer = AWAY;
  expect(await ask('https://other.example/client.json')).toBeNull();
  answer = GOOD;
  for (let nth = reads; nth < 20; nth += 1) await ask(`https://app.example/${nth}.json`);
  expect(reads).toBe(20);
  await expect(ask('https://new.example/client.json')).rejects.toMatchObject({ status: 429 });
  expect(await ask(URL_OF)).toMatchObject({ status: 200, body: GOOD.body });
  expect(reads).toBe(20);
});
