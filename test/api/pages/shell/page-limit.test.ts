import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { sealedReceipt } from '../../../support/factories/sealed-receipt.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const EVENT = '/acme/ada/intro-30';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, rateLimitFactor: 4 / 120, deadlineMs: 20_000, api: { trustProxy: true } });
});
afterAll(() => stack?.close());

let browsers = 0;
/** Each of a network of its own. */
const newBrowser = () => new PageClient(stack.publicUrl, `203.0.113.${++browsers}`);

it.each([
  ['nobody knows', () => '/nobody', 404],
  ['of a step without what went before', () => `${EVENT}/booked`, 410],
  ['of a code without what went before', () => `${EVENT}/confirm`, 410],
  ['of what was booked', () => `${EVENT}/booked?r=${sealedReceipt(stack, EVENT, uuidv7())}`, 200],
  ['of a meeting as a file', () => `${EVENT}/booked.ics?r=${sealedReceipt(stack, EVENT, uuidv7())}`, 404],
  ['that asks an operation, counted with it and no second time', () => '/acme/ada', 200],
])('a page %s has the limit of a read', async (_case, path, status) => {
  const browser = newBrowser();
  const answers = [];
  for (let asked = 0; asked < 5; asked++) answers.push(await browser.open(path()));
  expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status, 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers.at(-1)?.html).toContain('Too many requests');
  expect((await newBrowser().open(path())).status).toBe(status);
});
