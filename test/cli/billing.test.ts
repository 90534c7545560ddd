import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cli, installCli } from '../support/drivers/cli.ts';
import { login } from '../support/drivers/cli-login.ts';
import { press } from '../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../support/stack/paying-stack.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 60_000 });

let its: PayingStack;
let cli: Cli;
beforeAll(async () => {
  its = await startPayingStack({ demo: true });
  its.listen();
  cli = await installCli(its.stack);
  await login(its.stack, cli, 'approve');
});
afterAll(() => its.close());

it('shows the plan, opens a page to pay, waits, and says when it is paid', async () => {
  const before = await cli.run('billing');
  expect(before.stdout).toMatch(/eventTypes\s+\d+\s+no limit/);
  let isPressed = false;
  const paid = await cli.runWatchingStderr(
    (said) => {
      const url = /(http:\/\/127\.0\.0\.1:\d+\/pay\/\w+)/.exec(said)?.[1];
      if (!url || isPressed) return;
      isPressed = true;
      void press(url, { do: 'pay' });
    },
    ...['upgrade', 'growth', '--members', '12', '--annual', '--no-browser'],
  );
  expect(paid.exitCode, paid.stderr).toBe(0);
  expect(paid.stdout).toContain('Paid. The plan is growth from now on.');
  expect((await cli.run('billing', '--json')).json()).toMatchObject({
    ...{ plan: 'growth', paidMembers: 12, subscription: { interval: 'annual' } },
  });
});

it('says what is wrong with an order', async () => {
  const many = await cli.run('upgrade', 'growth', '--members', '21', '--no-wait');
  expect([many.exitCode, many.stderr]).toEqual([2, expect.stringContaining('quantity')]);
  const words = await cli.run('upgrade', 'growth', '--members', 'many', '--no-wait');
  expect([words.exitCode, words.stderr]).toEqual([2, expect.stringContaining('--members')]);
});
