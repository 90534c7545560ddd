import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide, register, view } from '../../../support/drivers/device.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const A_MINUTE = 10;

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack({ rateLimitFactor: 1, worker: false });
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

it('lets an address register ten times a minute', async () => {
  for (let n = 0; n < A_MINUTE; n++) expect((await register(stack)).status).toBe(201);
  const refused = await register(stack);
  expect(refused.status).toBe(429);
  expect(refused.headers['ratelimit-limit']).toBe('10');
});

it('lets an address try ten user codes a minute, by looking and by deciding', async () => {
  for (let n = 0; n < A_MINUTE / 2; n++) {
    expect((await view(stack, ada, 'ZZZZ-ZZZZ')).status).toBe(404);
    expect((await decide(stack, ada, 'ZZZZ-ZZZZ', 'approve')).status).toBe(404);
  }
  expect((await view(stack, ada, 'ZZZZ-ZZZZ')).status).toBe(429);
  expect((await decide(stack, ada, 'ZZZZ-ZZZZ', 'approve')).status).toBe(429);
});
