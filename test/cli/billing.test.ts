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

/** Runs a command that waits for a page, and presses a button there. */
async function whilePressing(button: string, ...args: string[]) {
  let isPressed = false;
  return cli.runWatchingStderr(
    (said) => {
      const url = /(http:\/\/127\.0\.0\.1:\d+\/\S+)/.exec(said)?.[1];
      if (!url || isPressed) return;
      isPressed = true;
      void press(url, { do: button });
    },
    ...args,
  );
}

it('buys one member monthly unless it is told more, and says how many there are to pay for', async () => {
  const refused = await cli.run('upgrade', 'growth', '--no-wait');
  expect([refused.exitCode, refused.stderr]).toEqual([
    5,
    expect.stringMatching(/Pay for all members: --members \d+\./),
  ]);
});

it('shows the plan and its price, opens a page to pay, waits, and says when it is paid', async () => {
  const before = await cli.run('billing');
  expect(before.stdout).toMatch(/Event types\s+\d+\s+no limit/);
  const paid = await whilePressing('pay', 'upgrade', 'growth', '--members', '12', '--annual', '--no-browser');
  expect(paid.exitCode, paid.stderr).toBe(0);
  expect(paid.stderr).toContain(
    'Growth for 12 members: 300.00 USD a member and year, 3600.00 USD a year in all, before tax.',
  );
  expect(paid.stdout).toContain('Paid. The plan is Growth for 12 members from now on.');
  expect((await cli.run('billing', '--json')).json()).toMatchObject({
    ...{ plan: 'growth', paidMembers: 12, subscription: { interval: 'annual' } },
  });
  const after = await cli.run('billing');
  expect(after.stdout).toMatch(/Paid each year for 12 members\. It renews on \d+ \w+ \d{4}\.\nCredits left: 150 \(/);
  expect((await cli.run('billing', 'invoices')).stdout).toMatch(
    /\d+ \w+ \d{4}\s+Growth for 12 members, annual\s+USD.3,600\.00\s+paid\s+http/,
  );
  expect((await cli.run('billing', 'credits')).stdout).toMatch(/Credits left: 150\n[\s\S]*150\s+the plan/);
});

it('changes the plan alone, and keeps members and interval; nothing is paid then', async () => {
  const smaller = await whilePressing('confirm', 'upgrade', 'plus', '--no-browser');
  expect(smaller.stderr).toContain('Plus for 12 members: 200.00 USD a member and year');
  expect(smaller.stdout).toContain('Changed. The plan is Plus for 12 members from now on.');
  expect((await cli.run('billing', '--json')).json()).toMatchObject({ plan: 'plus', paidMembers: 12 });
});

it('leads to the portal, and names the command that helps', async () => {
  const portal = await cli.run('billing', 'portal');
  const url = /Open (http\S+)/.exec(portal.stdout)?.[1] ?? '';
  const [subscription] = its.stripe.world.state.all('subscription');
  await press(url, { do: 'cancel', subscription: subscription?.id ?? '' });
  await expect.poll(async () => (await cli.run('billing')).stdout).toMatch(/It is canceled: it ends on \d+ \w+ \d{4}/);
  const refused = await cli.run('upgrade', 'growth', '--no-wait');
  expect([refused.exitCode, refused.stderr]).toEqual([5, expect.stringContaining('holdfast billing portal')]);
  expect(refused.stderr).not.toContain('create_portal_session');
});

it('says what is wrong with an order', async () => {
  for (const members of ['21', '0', 'many']) {
    const wrong = await cli.run('upgrade', 'growth', '--members', members, '--no-wait');
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('--members: a number from 1 to 20')]);
  }
});
