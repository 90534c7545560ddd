import { setTimeout as delay } from 'node:timers/promises';
import { spinner } from '@clack/prompts';
import { Argument, type Command } from 'commander';
import pc from 'picocolors';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { billing } from '../../schemas/operations/billing/billing.ts';
import { checkout } from '../../schemas/operations/billing/checkout.ts';
import { CliError, EXIT, usageError } from '../exit.ts';
import { openPage } from '../open-page.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerBilling = (program: Command): void => {
  program
    .command('billing')
    .description('The plan, days left of a trial, and how much of each cap is used')
    .action(action(show));
  program
    .command('upgrade')
    .description('Choose a plan: you pay in the browser, and this waits for it')
    .addArgument(new Argument('<plan>').choices(['starter', 'plus', 'growth']))
    .option('--members <number>', 'members to pay for, 1 to 20', '1')
    .option('--annual', 'paid each year, at the price of ten months')
    .option('--no-browser', 'do not open a browser; only show the address')
    .option('--no-wait', 'show the address and end')
    .action(action(upgrade));
};

async function show(session: Session): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(billing.getBilling, {});
  output.answer(answer, () => {
    output.line(answer.message);
    output.table(
      ['Feature', 'Used', 'Cap'],
      answer.usage.map(({ feature, used, cap }) => [feature, String(used), cap === null ? 'no limit' : String(cap)]),
      '',
    );
    output.line(`Plans and prices: ${answer.plansUrl}. Choose one: holdfast upgrade plus --members 3`);
  });
}

interface UpgradeOptions {
  readonly members: string;
  readonly annual?: true;
  readonly browser: boolean;
  readonly wait: boolean;
}

type Plan = 'starter' | 'plus' | 'growth';

async function upgrade(session: Session, plan: Plan, options: UpgradeOptions): Promise<void> {
  const { output } = session;
  const quantity = Number(options.members);
  if (!Number.isInteger(quantity)) throw usageError('--members: a number from 1 to 20');
  const interval = options.annual ? 'annual' : 'monthly';
  const started = await session.keyed().call(checkout.startCheckout, { plan, interval, quantity });
  if (!options.wait) return output.answer(started, () => output.line(started.url));
  output.note(`Open ${pc.underline(started.url)}`);
  output.note('and pay there. Nothing is charged before.');
  await openPage(session, started.url, options.browser);
  const paid = await waitForPayment(session, started.intentId);
  output.answer(paid, () =>
    output.line(`${pc.bold('Paid.')} The plan is ${plan} from now on. holdfast billing shows it.`),
  );
}

type Checkout = OutputOf<typeof checkout.getCheckout>;
const WAIT_SECONDS = 20;
const AGAIN_MS = 2_000;

/** Waits until the page is paid, expired or canceled. @throws CliError it was not paid */
async function waitForPayment(session: Session, intentId: string): Promise<Checkout> {
  const wheel = session.output.interactive ? spinner() : undefined;
  wheel?.start('Waiting for the payment');
  for (;;) {
    const now = await poll(session, intentId);
    // The server was away, or wants fewer calls.
    if (!now) await delay(AGAIN_MS);
    if (now?.status === 'completed') {
      wheel?.stop('Paid');
      return now;
    }
    if (now && now.status !== 'pending') {
      wheel?.error('Not paid');
      throw notPaid(now.status);
    }
  }
}

const notPaid = (status: string): CliError =>
  new CliError({
    error: {
      code: 'request.unprocessable',
      message: `Nothing was paid: the checkout is ${status}. Run the command again for another page.`,
      details: { reason: 'checkout_over', status },
    },
  });

/** Retries short failures; the page stays open. */
async function poll(session: Session, intentId: string): Promise<Checkout | undefined> {
  try {
    return await session.keyed().call(checkout.getCheckout, { intentId, waitSeconds: WAIT_SECONDS });
  } catch (error) {
    const passing = error instanceof CliError && [EXIT.unavailable, EXIT.rateLimited].includes(error.exitCode as 7 | 8);
    if (passing) return undefined;
    throw error;
  }
}
