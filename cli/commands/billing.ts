import { Argument, type Command } from 'commander';
import pc from 'picocolors';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { billing } from '../../schemas/operations/billing/billing.ts';
import { checkout } from '../../schemas/operations/billing/checkout.ts';
import { openPage } from '../open-page.ts';
import { featureName } from '../people-words.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { upgrade } from './upgrade.ts';

export const registerBilling = (program: Command): void => {
  const shown = program.command('billing').action(action(show));
  shown
    .command('portal')
    .description('The payment provider’s page: card, invoices, address, and the end of the subscription')
    .option('--no-browser', 'do not open a browser; only show the address')
    .action(action(portal));
  shown
    .command('credits')
    .description('Credits that are left, in the order in which they are spent')
    .action(action(credits));
  shown
    .command('invoices')
    .description('The latest invoices, what each is for, and their pages')
    .action(action(invoices));
  program
    .command('upgrade')
    .addArgument(new Argument('<plan>').choices(['starter', 'plus', 'growth']))
    .option('--members <number>', 'members to pay for, 1 to 20; default: as many as are paid now, else 1')
    .option('--annual', 'paid each year, at the price of ten months')
    .option('--monthly', 'paid each month; default: as it is now, else each month')
    .option('--no-browser', 'do not open a browser; only show the address')
    .option('--no-wait', 'show the address and end')
    .action(action(upgrade));
};

type Billing = OutputOf<typeof billing.getBilling>;

const day = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What is paid, until when, and what comes then. No lines: nothing is paid. */
function paidInWords({ subscription, paidMembers }: Billing): string[] {
  if (!subscription) return [];
  const { interval, periodEnd, cancelAtPeriodEnd, pastDueSince } = subscription;
  const often = interval === 'annual' ? 'each year' : 'each month';
  const then = cancelAtPeriodEnd
    ? `It is canceled: it ends on ${day(periodEnd)}, and the plan is Free then. Keep it: holdfast billing portal`
    : `It renews on ${day(periodEnd)}.`;
  const missing = pastDueSince && `A payment is missing since ${day(pastDueSince)}. Pay it: holdfast billing portal`;
  return [`Paid ${often} for ${paidMembers} ${featureName('members', paidMembers ?? 2)}. ${missing ?? then}`];
}

function creditsInWords({ credits: { left, nextEndsAt } }: Billing): string {
  return `Credits left: ${left}${nextEndsAt === null ? '' : ` (the first of them end on ${day(nextEndsAt)})`}`;
}

const HIGHER: Readonly<Record<Billing['plan'], string | null>> = {
  free: 'starter',
  starter: 'plus',
  plus: 'growth',
  growth: null,
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

async function show(session: Session): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(billing.getBilling, {});
  output.answer(answer, () => {
    for (const line of [answer.message, ...paidInWords(answer), creditsInWords(answer)]) output.line(line);
    output.table(
      ['', 'Used', 'Of'],
      answer.usage.map(({ feature, used, cap }) => [
        ...[capital(featureName(feature)), String(used)],
        cap === null ? 'no limit' : String(cap),
      ]),
      '',
    );
    const higher = HIGHER[answer.plan];
    output.line(`Plans and prices: ${answer.plansUrl}.${higher ? ` Choose one: holdfast upgrade ${higher}` : ''}`);
  });
}

async function portal(session: Session, { browser }: { readonly browser: boolean }): Promise<void> {
  const answer = await session.keyed().call(checkout.createPortalSession, {});
  await openPage(session, answer.url, browser);
  session.output.answer(answer, () => session.output.line(`Open ${pc.underline(answer.url)}`));
}

const SOURCES = {
  ...{ trial: 'the trial', plan: 'the plan', pack: 'a pack', pack_subscription: 'a monthly pack' },
} as const;

async function credits({ output, keyed }: Session): Promise<void> {
  const answer = await keyed().call(checkout.listCredits, {});
  output.answer(answer, () => {
    output.line(`Credits left: ${answer.left}`);
    output.table(
      ['Left', 'From', 'Until'],
      answer.lots.map(({ remaining, source, expiresAt }) => [String(remaining), SOURCES[source], day(expiresAt)]),
      'There are none. The page of plans has packs.',
    );
  });
}

const STATES = {
  ...{ draft: 'draft', open: 'not paid yet', paid: 'paid', uncollectible: 'not paid', void: 'canceled' },
} as const;

async function invoices({ output, keyed }: Session): Promise<void> {
  const answer = await keyed().call(checkout.listInvoices, {});
  output.answer(answer, () =>
    output.table(
      ['Date', 'For', 'Total', '', 'Page'],
      answer.invoices.map(({ createdAt, items, total, currency, status, url, number }) => [
        ...[day(createdAt), items.map(({ description }) => description).join('; ') || (number ?? '')],
        ...[money(total, currency), STATES[status], url ?? ''],
      ]),
      'There are none.',
    ),
  );
}

/** The amount is in the currency's smallest unit, of which some have none below the whole. */
function money(total: number, currency: string): string {
  const style = { style: 'currency', currency: currency.toUpperCase(), currencyDisplay: 'code' } as const;
  const format = new Intl.NumberFormat('en', style);
  return format.format(total / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
