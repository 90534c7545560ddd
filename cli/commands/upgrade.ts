import { setTimeout as delay } from 'node:timers/promises';
import { spinner } from '@clack/prompts';
import pc from 'picocolors';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { billing } from '../../schemas/operations/billing/billing.ts';
import { checkout } from '../../schemas/operations/billing/checkout.ts';
import { CliError, EXIT, usageError } from '../exit.ts';
import { openPage } from '../open-page.ts';
import { featureName } from '../people-words.ts';
import type { Session } from '../session.ts';

export interface UpgradeOptions {
  readonly members?: string;
  readonly annual?: true;
  readonly monthly?: true;
  readonly browser: boolean;
  readonly wait: boolean;
}

type Plan = 'starter' | 'plus' | 'growth';
type Started = OutputOf<typeof checkout.startCheckout>;
type Checkout = OutputOf<typeof checkout.getCheckout>;

const NAMES = { solo: 'Starter', plus: 'Plus', pro: 'Growth' } as const;

/** What the command leaves out stays as it is paid now; if nothing is paid, the API's defaults apply: one member, monthly. */
async function orderOf(session: Session, plan: Plan, { members, annual, monthly }: UpgradeOptions) {
  if (annual && monthly) throw usageError('Choose one: --annual or --monthly');
  const quantity = members === undefined ? undefined : Number(members);
  const isRight = quantity === undefined || (Number.isInteger(quantity) && quantity >= 1 && quantity <= 20);
  if (!isRight) throw usageError('--members: a number from 1 to 20');
  const chosen = annual ? ('annual' as const) : monthly && ('monthly' as const);
  const { subscription, paidMembers } = await session.keyed().call(billing.getBilling, {});
  const order = { interval: chosen ?? subscription?.interval, quantity: quantity ?? (subscription && paidMembers) };
  return {
    plan,
    ...(order.interval && { interval: order.interval }),
    ...(order.quantity && { quantity: order.quantity }),
  };
}

/** Such as "Plus for 3 members: 20.00 USD a member and month, 60.00 USD a month in all, before tax." */
function inWords({ plan, interval, quantity, total }: Started): string {
  const usd = (cents: number) => `${(cents / 100).toFixed(2)} USD`;
  const every = interval === 'annual' ? 'year' : 'month';
  return `${pc.bold(NAMES[plan])} for ${quantity} ${featureName('members', quantity)}: ${usd(total / quantity)} a member and ${every}, ${usd(total)} a ${every} in all, before tax.`;
}

/** Opens the page on which a person pays or confirms, and waits for it. @throws CliError nothing was paid */
export async function upgrade(session: Session, plan: Plan, options: UpgradeOptions): Promise<void> {
  const { output } = session;
  const started = await session.keyed().call(checkout.startCheckout, await orderOf(session, plan, options));
  output.note(inWords(started));
  if (!options.wait) return output.answer(started, () => output.line(started.url));
  output.note(`Open ${pc.underline(started.url)}`);
  output.note('and pay or confirm there. Nothing is charged before.');
  await openPage(session, started.url, options.browser);
  const seen = await waitForPayment(session, started.intentId);
  output.answer(seen, () => output.line(outcomeOf(seen, started)));
}

function outcomeOf({ status, sessionId }: Checkout, { plan, quantity }: Started): string {
  if (status === 'pending')
    return `${pc.bold('On its way.')} Your bank needs some days. The plan changes when the money comes; until then all stays as it is. holdfast billing shows it.`;
  const now = `The plan is ${NAMES[plan]} for ${quantity} ${featureName('members', quantity)} from now on. holdfast billing shows it.`;
  // The page of a change has no session: it charges or credits what is left of the period.
  return `${pc.bold(sessionId === '' ? 'Changed.' : 'Paid.')} ${now}`;
}

const WAIT_SECONDS = 20;
const AGAIN_MS = 2_000;

/** Waits until the page is paid, expired or canceled, or the money is on its way. @throws CliError it was not paid */
async function waitForPayment(session: Session, intentId: string): Promise<Checkout> {
  const wheel = session.output.interactive ? spinner() : undefined;
  wheel?.start('Waiting for the payment');
  for (;;) {
    const now = await poll(session, intentId);
    // The server was away, or wants fewer calls.
    if (!now) await delay(AGAIN_MS);
    // Its page is closed, and it is pending: a person has paid by a way that takes days.
    if (now?.status === 'completed' || (now?.status === 'pending' && now.url === null)) {
      wheel?.stop(now.status === 'completed' ? 'Done' : 'On its way');
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
