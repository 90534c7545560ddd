import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { HostJourney, hostBookingPaths } from './host-booking-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());

it.each(hostBookingPaths)('$name', async ({ name, ends, mails, walk }) => {
  const journey = await HostJourney.begin(stack);
  await walk(journey);
  expect(await journey.flow.result()).toBe(ends);
  const inbox = await stack.mailbox(journey.guest);
  expect(inbox.map(({ kind }) => kind).reverse()).toEqual(mails);
  await keepHistory('booking', name, journey.flow);
});
