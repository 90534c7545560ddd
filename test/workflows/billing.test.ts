import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { type PayingStack, startPayingStack } from '../support/stack/paying-stack.ts';
import { checkoutPaths, subscriptionPaths } from './billing-paths.ts';
import { keepHistory } from './histories.ts';

let its: PayingStack;
beforeAll(async () => {
  its = await startPayingStack();
  its.listen();
});
afterAll(() => its.close());
afterEach(() => its.stripe.faults.clear());

/** Of people and payment pages: none of it is for operators. */
const SECRETS = [/\w@[\w-]+\.(?:test|com)/, /https?:/, /cs_test_/, /sk_test/, /whsec/];

describe.each([
  ['checkout', checkoutPaths],
  ['subscription', subscriptionPaths],
] as const)('the flow of a %s', (flow, paths) => {
  it.each(paths)('$name', async ({ name, ends, walk }) => {
    const handle = await startedFlow(its.stack.client, await walk(its));
    expect(await handle.result()).toBe(ends);
    await keepHistory(flow, name, handle);
    const { events = [] } = await handle.fetchHistory();
    const words = JSON.stringify(events, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    for (const secret of SECRETS) expect(words).not.toMatch(secret);
    const described = await handle.describe();
    expect(await described.staticSummary()).toMatch(/^(Checkout|Subscription of) /);
  });
});
