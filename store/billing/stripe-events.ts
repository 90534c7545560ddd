import type { Sql } from 'postgres';
import { isNameless, type PaymentNews } from '../../domain/billing/remote-billing.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { findBySession } from './checkout-intents.ts';
import { customerOfPayment, wantLook } from './customers.ts';
import { findByCustomer } from './strangers.ts';

/** Rows whose flows are to be told. */
export interface Noted {
  readonly checkout: { readonly id: string; readonly workspaceId: string } | undefined;
  /** null: nobody's, or a look is due already. */
  readonly workspaceId: string | null;
}

/**
 * Notes what the payment provider says, by a webhook or by its list, in one transaction: what came before did its work, and notes nothing.
 * A dispute names a payment, but no customer. One of a payment that we do not know yet is not noted: the list brings it again, and the
 * provider is asked whose it is. The same is asked of customers and payment pages that we do not know (`to_ask`).
 * @param isFromList no webhook has brought it yet
 */
export const noteNews = (sql: Sql, news: PaymentNews, isFromList = false): Promise<Noted> =>
  inTransaction(sql, async (tx) => {
    const { paymentId } = news;
    const customerId = news.customerId ?? (paymentId === null ? null : await customerOfPayment(tx, paymentId));
    if (isNameless({ ...news, customerId })) return { checkout: undefined, workspaceId: null };
    const checkout = news.objectType === 'checkout.session' ? await findBySession(tx, news.objectId) : undefined;
    const isLost = news.objectType === 'checkout.session' && !checkout;
    const standing = isLost || (await isUnknown(tx, customerId)) ? 'to_ask' : 'known';
    const isNew = await storeEvent(tx, { ...news, customerId }, { standing, isFromList });
    if (!isNew) return { checkout: undefined, workspaceId: null };
    return { checkout, workspaceId: customerId === null ? null : await wantLook(tx, customerId) };
  });

const isUnknown = async (tx: Queryable, customerId: string | null): Promise<boolean> =>
  customerId !== null && (await findByCustomer(tx, customerId)) === null;

/** Stores a webhook by its event's id. False: it has come before. */
async function storeEvent(
  sql: Queryable,
  news: PaymentNews,
  { standing, isFromList }: { readonly standing: 'known' | 'to_ask'; readonly isFromList: boolean },
): Promise<boolean> {
  const rows = await sql`
    insert into stripe_events (event_id, type, object_type, object_id, customer_id, created_at, standing, is_from_list)
    values (${news.eventId}, ${news.type}, ${news.objectType}, ${news.objectId}, ${news.customerId}, ${new Date(news.createdMs)}, ${standing}, ${isFromList})
    on conflict (event_id) do nothing returning event_id`;
  return rows.length > 0;
}

/** Until when the provider's list was read; null: never. */
export async function listReadMs(sql: Queryable): Promise<number | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select coalesce(read_until, succeeded_at) as at from sweep_parts where name = 'payment_news'`;
  return row?.at?.getTime() ?? null;
}

/** The provider's list was read until then: a run that stops later begins there. */
export const saveListRead = (sql: Queryable, untilMs: number) => sql`
  insert into sweep_parts (name, read_until) values ('payment_news', ${new Date(untilMs)})
  on conflict (name) do update set read_until = excluded.read_until`;

/** True if the provider's list was not read for some minutes, and no try has just failed. */
export async function isListDue(sql: Queryable, afterMinutes: number): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }[]>`
    select coalesce((select coalesce(succeeded_at < clock_timestamp() - ${afterMinutes} * interval '1 minute', true)
        and not (failures > 0 and failed_at > clock_timestamp() - interval '1 minute') from sweep_parts
      where name = 'payment_news'), true) as "isDue"`;
  return row?.isDue ?? true;
}
