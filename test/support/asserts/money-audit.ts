import type { Sql } from 'postgres';
import { PACKS } from '../../../domain/billing/packs.ts';
import { capsOfPlan } from '../../../domain/billing/plan.ts';
import { type Purchase, purchaseOf } from '../../../domain/billing/prices.ts';
import type { World } from '../../../stand-ins/stripe/call.ts';
import type { Charge, Invoice, Price, Session, Subscription } from '../../../stand-ins/stripe/wire.ts';

/** Our database, and the payment provider as it is. */
export interface MoneyAudited {
  readonly sql: Sql;
  readonly world: World;
}

/** A workspace with all that the provider has of it. */
interface Account extends MoneyAudited {
  readonly workspaceId: string;
  readonly customerId: string;
  readonly subscriptions: readonly Subscription[];
  readonly invoices: readonly Invoice[];
  readonly charges: readonly Charge[];
  readonly sessions: readonly Session[];
  /** Below zero: to the customer's credit. */
  readonly balance: number;
}

const LEAST_CREDITS_OF_A_PLAN = capsOfPlan('starter', null).creditsPerMonth;
const MAX_CREDITS_OF_A_PLAN = capsOfPlan('growth', null).creditsPerMonth;

/**
 * What does not add up, in words: plan, seats and status, invoices, money, credits, checkouts. To be asked when nothing is under way.
 * @param workspaceIds those that are looked at
 */
export async function moneyProblems(audited: MoneyAudited, workspaceIds: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    workspaceIds.map(async (workspaceId) =>
      (await problemsOf(audited, workspaceId)).map((problem) => `workspace ${workspaceId}: ${problem}`),
    ),
  );
  return found.flat();
}

async function problemsOf(audited: MoneyAudited, workspaceId: string): Promise<string[]> {
  const { state } = audited.world;
  const customers = state.all('customer').filter(({ metadata }) => metadata.workspaceId === workspaceId);
  const [row] = await audited.sql<{ id: string }[]>`
    select customer_id as id from billing_customers where workspace_id = ${workspaceId}`;
  const [customer] = customers;
  if (customers.length > 1) return [`it has ${customers.length} customers`];
  if (!customer) return row ? ['its customer is unknown to the provider'] : [];
  if (row?.id !== customer.id) return [`its customer is ${customer.id}, and ${row?.id} is stored`];
  const ofIt = <T extends { readonly customer: string | null }>(all: readonly T[]): T[] =>
    all.filter((one) => one.customer === customer.id);
  const account: Account = {
    ...{ ...audited, workspaceId, customerId: customer.id, subscriptions: ofIt(state.all('subscription')) },
    ...{ invoices: ofIt(state.all('invoice')), charges: ofIt(state.all('charge')) },
    sessions: ofIt(state.all('checkout.session')),
    balance: customer.balance,
  };
  const found = await Promise.all(PARTS.map((part) => part(account)));
  return found.flat();
}

const purchaseAt = (price: Price | undefined): Purchase | null => purchaseOf(price?.metadata.holdfastKey);
const itemOf = ({ items }: Subscription) => items.data[0];
const isPlan = (one: Subscription): boolean => purchaseAt(itemOf(one)?.price)?.kind === 'plan';
const isLive = ({ status }: Subscription): boolean => status !== 'canceled';

/** One subscription to a plan at most; plan, seats and status are what it says. */
async function planProblems({ sql, workspaceId, subscriptions }: Account): Promise<string[]> {
  const live = subscriptions.filter((one) => isLive(one) && isPlan(one));
  const [row] = await sql<{ plan: string; status: string; seats: number | null; subscription: string | null }[]>`
    select w.plan, w.subscription_status as status, w.seats, s.subscription_id as subscription
    from workspaces w left join subscriptions s on s.workspace_id = w.id where w.id = ${workspaceId}`;
  if (live.length > 1) return [`${live.length} subscriptions to a plan live`];
  const [main] = live;
  const item = main && itemOf(main);
  const purchase = purchaseAt(item?.price);
  const plan = purchase?.kind === 'plan' ? purchase.plan : 'free';
  const statuses = main?.status === 'past_due' ? ['past_due', 'inactive'] : ['active'];
  const wanted = { plan, seats: item?.quantity ?? null, subscription: main?.id ?? null };
  const isRight =
    row?.plan === wanted.plan &&
    row.seats === wanted.seats &&
    row.subscription === wanted.subscription &&
    statuses.includes(row.status);
  return isRight ? [] : [`it has ${JSON.stringify(row)}, and paid is ${JSON.stringify({ ...wanted, statuses })}`];
}

/** Invoices here are those of the provider. */
async function invoiceProblems({ sql, workspaceId, invoices }: Account): Promise<string[]> {
  const rows = await sql<{ id: string; status: string; total: number; isPaid: boolean }[]>`
    select invoice_id as id, status, total, paid_at is not null as "isPaid" from billing_invoices where workspace_id = ${workspaceId}`;
  const here = rows.map(({ id, status, total, isPaid }) => `${id} ${status} ${total} ${isPaid}`).sort();
  const there = invoices.map(({ id, status, total }) => `${id} ${status} ${total} ${status === 'paid'}`).sort();
  return differences('invoice', here, there);
}

function differences(what: string, here: readonly string[], there: readonly string[]): string[] {
  return [
    ...here.filter((one) => !there.includes(one)).map((one) => `${what} only here: ${one}`),
    ...there.filter((one) => !here.includes(one)).map((one) => `${what} only there: ${one}`),
  ];
}

/** Payments of an invoice, as ids. */
const paymentsOf = ({ _payments }: Invoice): readonly string[] =>
  (_payments as readonly { payment: { payment_intent: string } }[]).map(({ payment }) => payment.payment_intent);

const isGivenUp = ({ cancellation_details: { comment } }: Subscription): boolean =>
  comment === 'paid_twice' || comment === 'never_paid';

/** Of disputes that are open or lost. */
const disputed = ({ state }: World, charge: Charge): boolean =>
  state.all('dispute').some((one) => one.charge === charge.id && one.status !== 'won');

/**
 * What was taken, with what stands to the customer's credit, is what the invoices cost. Of what we gave up nothing is kept. Refunds and
 * disputes of all else are people's.
 */
async function keptProblems({ world, subscriptions, invoices, charges, balance }: Account): Promise<string[]> {
  const twice = new Set(subscriptions.filter(isGivenUp).map(({ id }) => id));
  const isTwice = ({ _subscription: id }: Invoice): boolean => id !== null && twice.has(id);
  const paidTwice = new Set(invoices.filter(isTwice).flatMap(paymentsOf));
  const keptOf = (charge: Charge): number => {
    if (!paidTwice.has(charge.payment_intent)) return charge.amount;
    return disputed(world, charge) ? 0 : charge.amount - charge.amount_refunded;
  };
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const kept = sum(charges.filter(({ paid }) => paid).map(keptOf));
  const cost = sum(invoices.filter((one) => one.status === 'paid' && !isTwice(one)).map(({ total }) => total));
  // An open invoice may have used up credit already.
  const used = sum(invoices.filter(({ status }) => status !== 'paid').map(({ total, amount_due: due }) => total - due));
  return kept === cost + used - balance
    ? []
    : [`kept ${kept}, but invoices cost ${cost}, used ${used}, balance ${balance}`];
}

/** A payment that the bank took back ends its subscription. */
async function disputeProblems({ world, subscriptions, invoices, charges }: Account): Promise<string[]> {
  const lost = charges.filter(({ id }) =>
    world.state.all('dispute').some((one) => one.charge === id && one.status === 'lost'),
  );
  const payments = new Set(lost.map(({ payment_intent: id }) => id));
  const of = new Set(
    invoices.filter((one) => paymentsOf(one).some((id) => payments.has(id))).map((one) => one._subscription),
  );
  return subscriptions
    .filter((one) => isLive(one) && of.has(one.id))
    .map(({ id }) => `the bank took the money of ${id} back, and it lives`);
}

/** Credits whose money went back are taken, as far as they are there. */
async function unpaidProblems({ sql, world, workspaceId, charges }: Account): Promise<string[]> {
  const lots = await sql<
    { key: string; amount: number; remaining: number; unpaid: number; taken: number; payment: string }[]
  >`
    select source_key as key, amount, remaining, unpaid, taken, payment_id as payment from credit_grants
    where workspace_id = ${workspaceId} and payment_id is not null`;
  return lots.flatMap(({ key, amount, remaining, unpaid, taken, payment }) => {
    const charge = charges.find((one) => one.paid && one.payment_intent === payment);
    if (!charge) return [`the lot ${key} names a payment that is none`];
    const gone = charge.amount_refunded + (disputed(world, charge) ? charge.amount : 0);
    const wanted = Math.ceil((amount * Math.min(gone, charge.amount)) / charge.amount);
    const isRight = unpaid === wanted && (taken === unpaid || (taken < unpaid && remaining === 0));
    return isRight ? [] : [`of the lot ${key}, ${wanted} are unpaid: ${unpaid}, taken ${taken}, left ${remaining}`];
  });
}

interface IntentRow {
  readonly id: string;
  readonly status: string;
  readonly sessionId: string | null;
  readonly isPageOpen: boolean;
}

/** A page that is paid is a checkout that is completed; one that is over keeps no checkout pending. */
async function checkoutProblems({ sql, workspaceId, sessions }: Account): Promise<string[]> {
  const rows = await sql<IntentRow[]>`
    select id, status, session_id as "sessionId", session_id is not null and page_ended_at is null as "isPageOpen"
    from checkout_intents where workspace_id = ${workspaceId}`;
  return sessions.flatMap((session) => {
    const row = rows.find(({ sessionId }) => sessionId === session.id);
    if (!row) return session.status === 'complete' ? [`the page ${session.id} is paid, and nobody knows it`] : [];
    const isRight = ALLOWED[session.status].includes(row.status) && !(row.isPageOpen && session.status === 'complete');
    return isRight ? [] : [`checkout ${row.id} is ${row.status}, and its page ${session.status}`];
  });
}

/** Allowed statuses of a checkout, by the state of its page. */
const ALLOWED: Readonly<Record<Session['status'], readonly string[]>> = {
  complete: ['completed'],
  expired: ['expired', 'canceled'],
  open: ['pending'],
};

/** The sum of a lot's entries is what remains of it, and never below zero. */
async function ledgerProblems({ sql, workspaceId }: Account): Promise<string[]> {
  const rows = await sql<{ key: string; remaining: number; sum: number }[]>`
    select g.source_key as key, g.remaining, coalesce(sum(e.amount), 0)::int as sum
    from credit_grants g left join credit_entries e on e.grant_id = g.id where g.workspace_id = ${workspaceId}
    group by g.id having coalesce(sum(e.amount), 0) <> g.remaining or g.remaining < 0`;
  return rows.map(({ key, remaining, sum }) => `the lot ${key} has ${remaining}, and its entries ${sum}`);
}

interface Lot {
  readonly source: string;
  readonly key: string;
  readonly amount: number;
  readonly endsMs: number;
}

const lot = ({ key, amount }: Pick<Lot, 'key' | 'amount'>): string => `${key} ${amount}`;

async function creditProblems(account: Account): Promise<string[]> {
  const { sql, workspaceId } = account;
  const lots = await sql<Lot[]>`
    select source, source_key as key, amount, (extract(epoch from expires_at) * 1000)::float8 as "endsMs"
    from credit_grants where workspace_id = ${workspaceId}`;
  return [
    ...(await packProblems(account, lots)),
    ...monthlyPackProblems(account, lots),
    ...planCreditProblems(account, lots),
  ];
}

/** A pack that is paid once has its credits once; one that is not paid has none. */
async function packProblems({ sql, workspaceId, sessions }: Account, lots: readonly Lot[]): Promise<string[]> {
  const rows = await sql<{ id: string; sessionId: string; packId: keyof typeof PACKS; quantity: number }[]>`
    select id, session_id as "sessionId", pack_id as "packId", quantity from checkout_intents
    where workspace_id = ${workspaceId} and kind = 'pack' and session_id is not null`;
  const paid = new Set(sessions.filter(({ status }) => status === 'complete').map(({ id }) => id));
  const wanted = rows
    .filter(({ sessionId, packId }) => paid.has(sessionId) && PACKS[packId].paid === 'once')
    .map(({ id, packId, quantity }) => lot({ key: `checkout/${id}`, amount: PACKS[packId].credits * quantity }));
  const here = lots.filter(({ source }) => source === 'pack').map(lot);
  return differences('credits of a pack', here, wanted);
}

/** Each paid month of a monthly pack has its credits once, and no month that is not paid. One that has ended may have missed its last month. */
function monthlyPackProblems({ subscriptions, invoices }: Account, lots: readonly Lot[]): string[] {
  const here = lots.filter(({ source }) => source === 'pack_subscription').map(lot);
  const months = subscriptions.flatMap((subscription) => {
    const item = itemOf(subscription);
    const purchase = purchaseAt(item?.price);
    if (!item || purchase?.kind !== 'pack') return [];
    const amount = PACKS[purchase.packId].credits * item.quantity;
    return invoices
      .filter(({ _subscription: id, status }) => id === subscription.id && status === 'paid')
      .map((invoice) => ({
        isWanted: isLive(subscription),
        lot: lot({ key: `${subscription.id}/${(invoice as Invoice & WithPeriod).period_start}000`, amount }),
      }));
  });
  const paid = months.map(({ lot: text }) => text);
  const wanted = months.filter(({ isWanted }) => isWanted).map(({ lot: text }) => text);
  return [
    ...here.filter((one) => !paid.includes(one)).map((one) => `credits of a month that is not paid: ${one}`),
    ...wanted.filter((one) => !here.includes(one)).map((one) => `no credits of a month that is paid: ${one}`),
  ];
}

interface WithPeriod {
  readonly period_start: number;
}

/**
 * The month that runs has credits if it is paid: those of the plan with which it began, and for the rest of the month those of a larger
 * one. So at least the smallest plan's, and never more than the largest has.
 */
function planCreditProblems({ world, subscriptions, invoices }: Account, lots: readonly Lot[]): string[] {
  const nowMs = world.state.now();
  const running = lots
    .filter(({ source, endsMs }) => source === 'plan' && endsMs > nowMs)
    .reduce((sum, { amount }) => sum + amount, 0);
  const main = subscriptions.find((one) => isPlan(one) && isLive(one));
  const purchase = purchaseAt(main && itemOf(main)?.price);
  const isPaid = invoices.some(({ id, status }) => id === main?.latest_invoice && status === 'paid');
  const least = main?.status === 'active' && isPaid && purchase?.kind === 'plan' ? LEAST_CREDITS_OF_A_PLAN : 0;
  return running >= least && running <= MAX_CREDITS_OF_A_PLAN
    ? []
    : [`${running} credits of its plan run, wanted are ${least} to ${MAX_CREDITS_OF_A_PLAN}`];
}

/** Active subscriptions are checked again, even without a webhook. */
async function lookProblems({ sql, workspaceId, subscriptions }: Account): Promise<string[]> {
  const [row] = await sql<{ isPlanned: boolean }[]>`
    select next_look_at is not null as "isPlanned" from billing_customers where workspace_id = ${workspaceId}`;
  return subscriptions.some(isLive) && !row?.isPlanned ? ['a subscription lives, and nobody looks at it again'] : [];
}

const PARTS = [
  ...[planProblems, invoiceProblems, keptProblems, disputeProblems, checkoutProblems],
  ...[ledgerProblems, creditProblems, unpaidProblems, lookProblems],
];
