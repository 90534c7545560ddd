import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const START = '2099-01-05T09:00:00Z';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

it.each([
  ['its times', (guest: PageClient, path: string) => guest.open(`${path}?timezone=UTC`)],
  ['its details', (guest: PageClient, path: string) => guest.open(`${path}?startAt=${START}&timezone=UTC`)],
  ['what was typed', (guest: PageClient, path: string) => guest.submit(path, { startAt: START, timezone: 'UTC' })],
])('an event that is not there leads to its host, if they are: %s', async (_what, ask) => {
  const guest = new PageClient(stack.publicUrl);
  const [known, unknown] = [await ask(guest, '/acme/ada/none'), await ask(guest, '/acme/nobody/none')];
  expect([known.status, unknown.status]).toEqual([404, 404]);
  expect(known.html).toContain('href="/acme/ada?timezone=UTC"');
  expect(unknown.html).not.toContain('See what this host offers');
});
