import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sendError, sendFailure } from '../../../api/core/answer.ts';
import { failureOf } from '../../../api/core/call.ts';
import { inWords, LIMITERS, type LimiterName, limited } from '../../../api/core/limit-errors.ts';
import { problemOf, waitNotice } from '../../../api/pages/shell/problems.ts';

const names = Object.keys(LIMITERS) as LimiterName[];
/** The limit of the call's own class, which has room: nothing of it may appear. */
const OF_THE_CALL = { limit: 600, remaining: 599, resetSeconds: 17 };
const WAITS = [1, 20, 119, 121, 3_600, 7_201, 80_000];

/** An answer as a client gets it. */
async function answerOf(send: Parameters<typeof createServer>[1]): Promise<Response> {
  const server = createServer(send ?? (() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await answer.clone().arrayBuffer();
    return answer;
  } finally {
    server.close();
  }
}

/** The seconds that a text names. */
function waitIn(text: string): number {
  const [, count = '', unit = ''] = /\bin (\d+) (s|seconds|minutes|hours)\b/.exec(text) ?? [];
  return Number(count) * ({ s: 1, seconds: 1, minutes: 60, hours: 3_600 }[unit] ?? Number.NaN);
}
/** Rounded up, and by less than its unit. */
const agrees = (text: string, seconds: number) => {
  const named = waitIn(text);
  expect(named, text).toBeGreaterThanOrEqual(seconds);
  expect(named, text).toBeLessThan(seconds + (seconds < 120 ? 1 : seconds <= 7_200 ? 60 : 3_600));
};

describe('a refusal by a limit', () => {
  it.each(names)('%s has one wait in its headers, its details and its message, and its own limit', async (name) => {
    for (const retryAfterSeconds of WAITS) {
      const error = limited(name, { limit: 42, retryAfterSeconds });
      agrees(error.message, retryAfterSeconds);
      for (const send of [
        (response: Parameters<typeof sendFailure>[0]) => sendFailure(response, 'id', failureOf(error, OF_THE_CALL)),
        (response: Parameters<typeof sendFailure>[0]) => sendError(response, 'id', error),
      ]) {
        const answer = await answerOf((_, response) => send(response));
        expect(answer.status).toBe(429);
        const { headers } = answer;
        expect([headers.get('retry-after'), headers.get('ratelimit-reset')]).toEqual([
          String(retryAfterSeconds),
          String(retryAfterSeconds),
        ]);
        expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['42', '0']);
        expect(headers.get('ratelimit')).toBe(`limit=42, remaining=0, reset=${retryAfterSeconds}`);
        const { error: told } = (await answer.json()) as { error: { details: object } };
        expect(told.details).toEqual({ reason: LIMITERS[name].reason, limit: 42, retryAfterSeconds });
      }
    }
  });

  it.each(names)('%s says the same wait on a page, in both languages', (name) => {
    const failure = failureOf(limited(name, { limit: 42, retryAfterSeconds: 7_201 }), OF_THE_CALL);
    for (const [language, hours] of [
      ['en', '3 hours'],
      ['de', '3 Stunden'],
    ] as const) {
      const locale = { language, region: undefined } as never;
      expect(waitNotice(failure, locale).text).toContain(hours);
      expect(problemOf(failure, locale, { href: '/', label: '' } as never).text).toContain(hours);
    }
  });

  it('rounds a wait up, and keeps one of a fraction of a second', () => {
    expect([inWords(119), inWords(121), inWords(7_201)]).toEqual(['in 119 s', 'in 3 minutes', 'in 3 hours']);
    expect(limited('calls', { limit: 1, retryAfterSeconds: 0.2 }).details).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('is made in one place: no other file makes a 429 of its own', async () => {
    const root = new URL('../../../api/', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const makers: string[] = [];
    for (const file of files) {
      const text = await readFile(new URL(file, root), 'utf8');
      if (/AppError\(\s*'rate\.limited'|code: 'rate\.limited'/.test(text)) makers.push(file);
    }
    expect(makers).toEqual(['core/limit-errors.ts']);
  });
});
