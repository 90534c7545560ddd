import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { type CheckoutActivities, createCheckoutActivities } from '../../../activities/billing/checkout.ts';
import { askForNews } from '../../../activities/billing/news.ts';
import { lookAtSubscription, type SubscriptionDependencies } from '../../../activities/billing/subscription.ts';
import type { SessionActor } from '../../../domain/access/actor.ts';
import type { Purchase } from '../../../domain/billing/prices.ts';
import { type Payments, PaymentsAway } from '../../../outbound/payments/payments.ts';
import { webhookCheck } from '../../../outbound/payments/stripe/webhook.ts';
import { catchUp } from '../../../stand-ins/stripe/clock.ts';
import { signature } from '../../../stand-ins/stripe/events.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../stand-ins/stripe/stand-in.ts';
import type { Event } from '../../../stand-ins/stripe/wire.ts';
import { askToCancel, storeIntent } from '../../../store/billing/checkout-intents.ts';
import { returnCredit, spendCredit } from '../../../store/billing/credits.ts';
import { noteNews } from '../../../store/billing/stripe-events.ts';
import { readSubscriptionFacts } from '../../../store/billing/subscriptions.ts';
import { inTransaction } from '../../../store/database.ts';
import { moneyProblems } from '../asserts/money-audit.ts';
import { BACK, DAY_MS } from '../factories/stripe-checkouts.ts';
import { accountOf, paymentsAt, press } from '../fakes/stripe.ts';

/** Longer than a month is moved in parts, because the product looks once a day. */
const LARGEST_MOVE_DAYS = 9;

export type NewsWay = 'now' | 'lost' | 'later' | 'twice' | 'reversed';

/** Lets a flow's activity be tried again, as Temporal does, while the provider is away. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PaymentsAway)) throw error;
    }
  }
}

/**
 * A buyer's life: the real activities, store and adapter at a stand-in whose clock the test moves. In place of Temporal, this runs a
 * flow's look when the product asks for it.
 */
export class MoneyHistory {
  readonly #sql: Sql;
  readonly #stripe: StripeStandIn;
  readonly #clock: { ms: number };
  readonly #dependencies: SubscriptionDependencies;
  readonly #checkouts: CheckoutActivities;
  readonly #payments: Payments;
  readonly #actor: SessionActor;
  /** Flows that somebody signalled, `checkout/<id>` or `subscription/<id>`. */
  readonly #signalled = new Set<string>();
  readonly #tabs: string[] = [];
  #unread = 0;
  #later: Event[] = [];
  #subjects = 0;

  private constructor(sql: Sql, stripe: StripeStandIn, clock: { ms: number }, actor: SessionActor) {
    this.#sql = sql;
    this.#stripe = stripe;
    this.#clock = clock;
    this.#actor = actor;
    this.#payments = paymentsAt(stripe);
    const signalWithStart = async (_: string, { workflowId }: { readonly workflowId: string }) =>
      void this.#signalled.add(workflowId);
    this.#dependencies = {
      ...{ sql, payments: this.#payments, now: () => clock.ms, taskQueue: 'none' },
      client: { workflow: { signalWithStart } } as unknown as Client,
      onDispute: () => {},
      onPlanKept: (id, why) => {
        throw new Error(`kept: ${id} ${why}`);
      },
      onPaymentRefused: (id, code) => {
        throw new Error(`refused: ${id} ${code}`);
      },
    };
    this.#checkouts = createCheckoutActivities(this.#dependencies);
  }

  static async begin(sql: Sql): Promise<MoneyHistory> {
    const clock = { ms: Date.now() };
    const stripe = await startStripeStandIn({ now: () => clock.ms });
    return new MoneyHistory(sql, stripe, clock, await newBuyer(sql));
  }

  close(): Promise<void> {
    return this.#stripe.close();
  }

  /** A new wish. Another one that was open is replaced; its page is closed once its flow has run. */
  async open(purchase: Purchase, quantity: number): Promise<void> {
    const { workspaceId } = this.#actor;
    const facts = await readSubscriptionFacts(this.#sql, workspaceId);
    // start_checkout refuses these (subscription_ends).
    if (purchase.kind === 'plan' && facts?.cancelAtPeriodEnd) return;
    const wish = { purchase, quantity, customerEmail: null, successUrl: BACK, cancelUrl: BACK, metadata: {} };
    const times = { expiresMs: this.#clock.ms + DAY_MS, replacesUntilMs: this.#clock.ms + 35 * 60_000 };
    const request = { id: uuidv7(), workspaceId, ...times, wish };
    const stored = await storeIntent(this.#sql, request, { actor: this.#actor, source: 'dashboard' });
    if (!('intent' in stored)) return;
    const { intent, replaced } = stored;
    for (const id of replaced) this.#signalled.add(`checkout/${id}`);
    const { result } = await this.#checkouts.openCheckout(intent.id);
    if (result !== 'opened') return;
    const [row] = await this.#sql<{ url: string }[]>`select url from checkout_intents where id = ${intent.id}`;
    if (row && !this.#tabs.includes(row.url)) this.#tabs.push(row.url);
  }

  /** In one of the tabs that were opened; the newest is 0. */
  async press(tab: number, action: 'pay' | 'decline'): Promise<void> {
    const url = this.#tabs.at(-1 - tab);
    if (url !== undefined) await press(url, { do: url.includes('/portal/') && action === 'pay' ? 'confirm' : action });
  }

  async cancelCheckout(): Promise<void> {
    const rows = await this.#sql<{ id: string }[]>`
      select id from checkout_intents where workspace_id = ${this.#actor.workspaceId} and status = 'pending'`;
    for (const { id } of rows) if (await askToCancel(this.#sql, id)) this.#signalled.add(`checkout/${id}`);
  }

  /** On the portal, with the newest subscription that lives. */
  async portal(action: 'cancel' | 'resume' | 'end' | 'card-works' | 'card-declines'): Promise<void> {
    const customerId = await this.#customerId();
    if (customerId === null) return;
    const live = this.#stripe.world.state
      .all('subscription')
      .find(({ customer, status }) => customer === customerId && status !== 'canceled');
    const { url } = await retried(() => this.#payments.openPortal({ customerId, returnUrl: BACK }));
    await press(url, { do: action, subscription: live?.id ?? '' });
  }

  /** Of one of the customer's payments; 0 is the newest. What can't happen now does not happen. */
  async bank(payment: number, action: 'refund' | 'dispute' | 'won' | 'lost'): Promise<void> {
    const customerId = await this.#customerId();
    const charges = this.#stripe.world.state
      .all('charge')
      .filter(({ customer, paid }) => paid && customer === customerId);
    const found = charges[payment];
    // Stripe refunds nothing that is disputed, and a bank disputes nothing that is refunded.
    if (!found || (action === 'refund' && found.disputed) || (action === 'dispute' && found.refunded)) return;
    const fields = { do: action, payment: found.payment_intent };
    await press(`${this.#stripe.url}/customers/${customerId}`, fields);
  }

  async spend(count: number): Promise<void> {
    const subjects = Array.from({ length: count }, () => `booking/${++this.#subjects}`);
    await Promise.all(
      subjects.map((subject) => inTransaction(this.#sql, (tx) => spendCredit(tx, this.#actor.workspaceId, subject))),
    );
  }

  returnSpent(subject: number): Promise<number> {
    return inTransaction(this.#sql, (tx) => returnCredit(tx, this.#actor.workspaceId, `booking/${subject}`));
  }

  fault(kind: '5xx' | 'cut', count: number): void {
    this.#stripe.faults.add({ kind, count, match: '/v1/' });
  }

  /** Webhooks deliver all events since the last call in this way. */
  async news(way: NewsWay): Promise<void> {
    const events = this.#stripe.world.state.all('event').toReversed();
    const fresh = events.slice(this.#unread);
    this.#unread = events.length;
    if (way === 'lost') return;
    if (way === 'later') {
      this.#later.push(...fresh);
      return;
    }
    const sent = way === 'reversed' ? [...fresh.toReversed(), ...this.#later.splice(0)] : fresh;
    for (const event of way === 'twice' ? [...sent, ...sent] : sent) await this.#receive(event);
  }

  async #receive(event: Event): Promise<void> {
    const { secretKey, webhookSecret } = accountOf(this.#stripe);
    const body = JSON.stringify(event);
    const header = signature(body, webhookSecret ?? '', this.#clock.ms);
    const check = webhookCheck({ secretKey, webhookSecret })(Buffer.from(body), header, this.#clock.ms);
    // Kinds that we do not follow are received, too.
    if ('refused' in check) throw new Error(check.refused);
    const { checkout, workspaceId } = await noteNews(this.#sql, check.news);
    if (checkout) this.#signalled.add(`checkout/${checkout.id}`);
    if (workspaceId !== null) this.#signalled.add(`subscription/${workspaceId}`);
  }

  /** Flows that were signalled look, all at once. */
  async run(): Promise<void> {
    const flows = [...this.#signalled];
    this.#signalled.clear();
    // Months pass here in seconds of the database's clock, by which refunds of a day are counted.
    await this.#sql`update automatic_refunds set decided_at = decided_at - interval '1 day'`;
    await Promise.all(flows.map((id) => this.#look(id)));
  }

  #look(flow: string): Promise<unknown> {
    const [kind, id = ''] = flow.split('/');
    return retried<unknown>(() =>
      kind === 'checkout' ? this.#checkouts.settleCheckout(id) : lookAtSubscription(this.#dependencies, id),
    );
  }

  /** Time passes, and the product looks as often as its clocks say. @returns what does not add up */
  async move(days: number): Promise<string[]> {
    for (let left = days; left > 0; left -= LARGEST_MOVE_DAYS) {
      const part = Math.min(left, LARGEST_MOVE_DAYS);
      this.#clock.ms += part * DAY_MS;
      catchUp(this.#stripe.world);
      await this.#sql`
        update subscriptions set past_due_since = past_due_since - ${part} * interval '1 day' where workspace_id = ${this.#actor.workspaceId}`;
      // Its day has come.
      await this.#sql`
        update billing_customers set next_look_at = clock_timestamp() where workspace_id = ${this.#actor.workspaceId} and next_look_at is not null`;
      const problems = await this.quiet();
      if (problems.length > 0) return problems;
    }
    return [];
  }

  /** The list of events is read, and every row that is due is looked at. @returns what does not add up then */
  async quiet(): Promise<string[]> {
    const { workspaceId } = this.#actor;
    this.#stripe.faults.clear();
    await this.news('lost');
    await retried(() => askForNews(this.#dependencies));
    for (let round = 0; round < 8; round += 1) {
      const due = await this.#sql<{ id: string }[]>`
        select 'checkout/' || id as id from checkout_intents where workspace_id = ${workspaceId}
          and (status = 'pending' and ${round === 0} or status <> 'pending' and session_id is not null and page_ended_at is null)
        union all select 'subscription/' || workspace_id from billing_customers
          where workspace_id = ${workspaceId} and next_look_at <= clock_timestamp()`;
      for (const { id } of due) this.#signalled.add(id);
      if (this.#signalled.size === 0) break;
      await this.run();
      await retried(() => askForNews(this.#dependencies));
    }
    const { world } = this.#stripe;
    return moneyProblems({ sql: this.#sql, world }, [workspaceId]);
  }

  async #customerId(): Promise<string | null> {
    const [row] = await this.#sql<{ id: string }[]>`
      select customer_id as id from billing_customers where workspace_id = ${this.#actor.workspaceId}`;
    return row?.id ?? null;
  }
}

async function newBuyer(sql: Sql): Promise<SessionActor> {
  const [workspaceId, userId] = [uuidv7(), uuidv7()];
  const slug = `w${workspaceId.slice(-12)}`;
  await sql`
    insert into workspaces (id, slug, name, plan, subscription_status) values (${workspaceId}, ${slug}, 'Acme', 'free', 'active')`;
  await sql`insert into users (id, email, name) values (${userId}, ${`${slug}@host.test`}, 'Olga Owner')`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role) values (${uuidv7()}, ${workspaceId}, ${userId}, 'olga', 'owner')`;
  return { kind: 'session', sessionId: uuidv7(), userId, workspaceId, role: 'owner', username: 'olga', locked: false };
}
