import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findStripeMock, type StripeMock } from '../../../infra/local/find-stripe-mock.ts';
import { LocalStackError } from '../../../infra/local/local-stack-error.ts';
import { freePort } from '../../../infra/local/ports.ts';
import type { Asked } from '../../../stand-ins/http.ts';

/** Where stripe-mock and Stripe's description are. undefined: they can't be had here, which CI counts as a failure. */
export async function stripeMockHere(): Promise<StripeMock | undefined> {
  try {
    return await findStripeMock({ env: process.env, say: () => {} });
  } catch (error) {
    if (!(error instanceof LocalStackError) || process.env.CI === 'true') throw error;
    process.stderr.write(`Requests to Stripe are not checked by stripe-mock: ${error.message}\n${error.advice}\n`);
    return undefined;
  }
}

export interface RunningStripeMock {
  /** Sends the same request. @returns what stripe-mock has against it */
  check(asked: Asked): Promise<string[]>;
  close(): Promise<void>;
}

/** Stripe's own mock: it refuses unknown and missing parameters, and knows nothing of earlier calls. */
export async function startStripeMock({ program }: StripeMock): Promise<RunningStripeMock> {
  const port = await freePort();
  const tlsPort = await freePort();
  const addresses = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${tlsPort}`];
  const child = spawn(program, addresses, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await answering(url);
  return {
    check: async ({ method, url: asked, body, headers }) => {
      const answer = await fetch(`${url}${asked.pathname}${asked.search}`, {
        ...{ method, ...(method === 'GET' ? {} : { body: new Uint8Array(body) }) },
        headers: {
          authorization: 'Bearer sk_test_123',
          ...(headers['content-type'] ? { 'content-type': headers['content-type'] } : {}),
        },
      });
      const text = await answer.text();
      return answer.ok
        ? []
        : [`${method} ${asked.pathname}: ${answer.status} ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`];
    },
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
  throw new Error('stripe-mock does not answer');
}
