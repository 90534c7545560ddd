import type { Sql } from 'postgres';
import { type Actor, agentOf } from '../../domain/access/actor.ts';
import type { CheckoutEnd } from '../../domain/billing/checkout.ts';
import type { Purchase } from '../../domain/billing/prices.ts';
import { BILLING, type BookingSource } from '../../schemas/shapes/access.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { hasStopped } from '../stopped-agents.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { countPortalSession, findOverPageCap, type OverPageCap } from './page-caps.ts';

/** NOTIFY channel of checkouts; the payload is an intent's id. */
export const CHECKOUT_CHANNEL = 'checkout_intent';

export interface CheckoutWish {
  readonly purchase: Purchase;
  /** Members of a plan; 1 for packs. */
  readonly quantity: number;
  readonly customerEmail: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface CheckoutIntent extends CheckoutWish {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: 'pending' | CheckoutEnd;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  readonly sessionId: string | null;
  readonly url: string | null;
  readonly priceId: string | null;
  /** The subscription that it changes; null: it begins one. */
  readonly subscriptionId: string | null;
  /** Nobody can pay at its page any more. */
  readonly isPageEnded: boolean;
  /** A person has paid by a way that takes days; the money has not come. */
  readonly isPaying: boolean;
  /** Who asked for it. null: forgotten. */
  readonly createdBy: string | null;
  /** Somebody asked for its end, or who made it may buy nothing here any more. */
  readonly isUnwanted: boolean;
}

/**
 * Of an intent `c`: its key was revoked or has expired, the agent that made it for its person was stopped, or the person was removed or has
 * a role that buys nothing.
 */
const hasLostMaker = (sql: Queryable) => sql`
  (exists (select 1 from api_keys k where k.id = c.api_key_id and (k.revoked_at is not null or k.expires_at <= clock_timestamp()))
    or ${hasStopped(sql, sql`c.agent_principal_id`)}
    or not exists (select 1 from memberships m where m.workspace_id = c.workspace_id and m.user_id = c.created_by_user_id
      and m.leaving_at is null and m.role in ${sql(BILLING)}))`;

/** Of an intent `c`. */
const isUnwanted = (sql: Queryable) => sql`(c.cancel_asked_at is not null or ${hasLostMaker(sql)})`;

const columns = (sql: Queryable) => sql`
  c.id, c.workspace_id as "workspaceId", c.status, c.quantity,
  json_strip_nulls(json_build_object('kind', c.kind, 'plan', c.plan, 'interval', c.billing_interval, 'packId', c.pack_id)) as purchase, c.customer_email as "customerEmail",
  c.success_url as "successUrl", c.cancel_url as "cancelUrl", c.metadata, c.expires_at as "expiresAt", c.completed_at as "completedAt",
  c.session_id as "sessionId", c.url, c.price_id as "priceId", c.subscription_id as "subscriptionId",
  c.url is null or c.page_ended_at is not null as "isPageEnded", c.paying_since is not null as "isPaying", c.created_by_user_id as "createdBy",
  ${isUnwanted(sql)} as "isUnwanted"`;

/** @param workspaceId absent: whose ever it is, for its flow */
export async function readIntent(
  sql: Queryable,
  id: string,
  workspaceId?: string,
): Promise<CheckoutIntent | undefined> {
  const [row] = await sql<CheckoutIntent[]>`
    select ${columns(sql)} from checkout_intents c
    where c.id = ${id} ${workspaceId === undefined ? sql`` : sql`and c.workspace_id = ${workspaceId}`}`;
  return row;
}

interface Buyer {
  readonly actor: Actor;
  readonly source: BookingSource;
}

export interface StoredIntent {
  readonly intent: CheckoutIntent;
  /** Open ones for something else: their pages are to be ended. */
  readonly replaced: readonly string[];
}

/**
 * Stores what somebody wants to buy. The same wish again, while it is open, is the same intent; another one takes the place of the
 * older, whose page is ended by its flow, unless its money is on its way. New ones are capped.
 */
export const storeIntent = (
  sql: Sql,
  { id, workspaceId, expiresMs, replacesUntilMs, wish }: StoreRequest,
  { actor, source }: Buyer,
): Promise<StoredIntent | { readonly over: OverPageCap } | { readonly deleted: true }> =>
  inTransaction(sql, async (tx) => {
    const [workspace] = await tx<{ isDeleted: boolean }[]>`
      select erase_at is not null as "isDeleted" from workspaces where id = ${workspaceId} for no key update`;
    // What is paid now would end with it.
    if (workspace?.isDeleted) return { deleted: true };
    const [open] = await tx<CheckoutIntent[]>`
      select ${columns(tx)} from checkout_intents c where c.workspace_id = ${workspaceId} 
        and c.kind = ${wish.purchase.kind} and c.status = 'pending' for update of c`;
    const same = open && isWantedStill(open, { wish, replacesUntilMs }) ? open : undefined;
    const over = await findOver(tx, workspaceId, same);
    if (over) return { over };
    if (same) return { intent: same, replaced: [] };
    // Its own flow learns whether it was paid; until then it is no longer the pending one.
    if (open) await endIntent(tx, open, 'canceled');
    await insertIntent(tx, { id, workspaceId, expiresMs, wish }, { actor, source });
    const intent = await readIntent(tx, id);
    if (!intent) throw new Error('a checkout was not stored');
    return { intent, replaced: open ? [open.id] : [] };
  });

async function insertIntent(
  tx: Transaction,
  { id, workspaceId, expiresMs, wish }: Omit<StoreRequest, 'replacesUntilMs'>,
  { actor, source }: Buyer,
): Promise<void> {
  await tx`
    insert into checkout_intents (id, workspace_id, kind, plan, billing_interval, pack_id, quantity, customer_email, success_url, cancel_url, metadata,
      created_by_user_id, api_key_id, agent_principal_id, expires_at)
    values (${id}, ${workspaceId}, ${wish.purchase.kind}, ${planOf(wish)}, ${intervalOf(wish)}, ${packOf(wish)}, ${wish.quantity}, ${wish.customerEmail}, ${wish.successUrl},
      ${wish.cancelUrl}, ${tx.json(wish.metadata)}, ${actor.userId}, ${actor.kind === 'key' ? actor.keyId : null}, ${agentOf(actor)}, ${new Date(expiresMs)})`;
  const { purchase, quantity } = wish;
  const subject = { type: 'checkout', id } as const;
  await logActivity(tx, {
    actor,
    source,
    workspaceId,
    action: 'checkout.started',
    subject,
    data: { ...purchase, quantity },
  });
}

/** The same again counts once, but for the page of a change, which lives for minutes: each call opens another. */
function findOver(tx: Transaction, workspaceId: string, same: CheckoutIntent | undefined): Promise<OverPageCap | null> {
  if (!same) return findOverPageCap(tx, workspaceId, 'checkouts');
  return same.subscriptionId === null ? Promise.resolve(null) : countPortalSession(tx, workspaceId);
}

/** Somebody has paid, and the money takes days: another plan waits for it, or it would be paid beside this one. */
const isOnItsWay = (open: CheckoutIntent, wish: CheckoutWish): boolean =>
  open.isPaying && (wish.purchase.kind === 'plan' || isSame(open, wish));

const isWantedStill = (
  open: CheckoutIntent,
  { wish, replacesUntilMs }: Pick<StoreRequest, 'wish' | 'replacesUntilMs'>,
) => isOnItsWay(open, wish) || (!open.isUnwanted && open.expiresAt.getTime() > replacesUntilMs && isSame(open, wish));

const planOf = ({ purchase }: CheckoutWish) => (purchase.kind === 'plan' ? purchase.plan : null);
const intervalOf = ({ purchase }: CheckoutWish) => (purchase.kind === 'plan' ? purchase.interval : null);
const packOf = ({ purchase }: CheckoutWish) => (purchase.kind === 'pack' ? purchase.packId : null);

interface StoreRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly expiresMs: number;
  /** One that ends before is not worth a page any more. */
  readonly replacesUntilMs: number;
  readonly wish: CheckoutWish;
}

const isSame = (open: CheckoutWish, wish: CheckoutWish): boolean =>
  JSON.stringify(Object.entries(open.purchase).toSorted()) ===
    JSON.stringify(Object.entries(wish.purchase).toSorted()) &&
  open.quantity === wish.quantity &&
  open.customerEmail === wish.customerEmail &&
  open.successUrl === wish.successUrl &&
  open.cancelUrl === wish.cancelUrl &&
  JSON.stringify(sorted(open.metadata)) === JSON.stringify(sorted(wish.metadata));

const sorted = (metadata: Readonly<Record<string, string>>) =>
  Object.entries(metadata).toSorted(([left], [right]) => (left < right ? -1 : 1));

export interface OpenedPage {
  readonly url: string;
  readonly priceId: string;
  readonly sessionId: string | null;
  readonly subscriptionId: string | null;
}

/** The first page that was opened stays; those of changes follow each other. */
export const saveOpened = (sql: Queryable, id: string, page: OpenedPage) => sql`
  update checkout_intents set url = ${page.url}, price_id = ${page.priceId}, session_id = ${page.sessionId}, subscription_id = ${page.subscriptionId}
  where id = ${id} and (url is null or subscription_id is not null)`;

/** Ends an intent that is pending, and tells who waits for it. */
export async function endIntent(
  tx: Transaction,
  { id, workspaceId }: Pick<CheckoutIntent, 'id' | 'workspaceId'>,
  end: CheckoutEnd,
) {
  const rows = await tx`
    update checkout_intents set status = ${end}, ended_at = clock_timestamp(),
      completed_at = ${end === 'completed' ? tx`clock_timestamp()` : null},
      failure_mail_due_at = case when ${end !== 'completed'} then failure_mail_due_at end
    where id = ${id} and status <> 'completed' and status <> ${end} returning id`;
  if (rows.length === 0) return;
  await tx`select pg_notify(${CHECKOUT_CHANNEL}, ${id})`;
  await logActivity(tx, {
    ...{ actor: null, workspaceId, source: 'system', action: `checkout.${end}`, subject: { type: 'checkout', id } },
  });
}

/** The provider says that this page is paid, expired or ended. One that was opened meanwhile is another. */
export const markPageEnded = (sql: Queryable, { id, sessionId }: Pick<CheckoutIntent, 'id' | 'sessionId'>) => sql`
  update checkout_intents set page_ended_at = coalesce(page_ended_at, clock_timestamp())
  where id = ${id} and session_id is not distinct from ${sessionId}`;

/** A slow way to pay was chosen at its page. */
export const markPaying = (sql: Queryable, id: string) =>
  sql`update checkout_intents set paying_since = coalesce(paying_since, clock_timestamp()) where id = ${id}`;

/** Asks its flow to end the page. False: it is over. */
export async function askToCancel(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`
    update checkout_intents set cancel_asked_at = coalesce(cancel_asked_at, clock_timestamp()) where id = ${id} and status = 'pending' returning id`;
  return rows.length > 0;
}

/** Of a payment page, for a webhook. */
export async function findBySession(
  sql: Queryable,
  sessionId: string,
): Promise<{ id: string; workspaceId: string } | undefined> {
  const [row] = await sql<{ id: string; workspaceId: string }[]>`
    select id, workspace_id as "workspaceId" from checkout_intents where session_id = ${sessionId}`;
  return row;
}

/** For the sweep. */
export const waitingCheckouts: WaitingQuery = (sql) => sql`
  select 'checkout' as lot, id, workspace_id, expires_at as since from checkout_intents where status = 'pending'
  union all
  select 'checkout', c.id, c.workspace_id, coalesce(c.cancel_asked_at, c.created_at) from checkout_intents c
    where c.status = 'pending' and ${isUnwanted(sql)}
  union all
  select 'checkout', id, workspace_id, ended_at from checkout_intents
    where status <> 'pending' and url is not null and page_ended_at is null`;
