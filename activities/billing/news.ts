import { isNameless } from '../../domain/billing/remote-billing.ts';
import { listReadMs, noteNews } from '../../store/billing/stripe-events.ts';
import type { FlowRow } from '../../workflows/catalogue.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import type { SubscriptionDependencies } from './subscription.ts';

/** Webhooks that were lost are found within this time. */
export const NEWS_EVERY_MINUTES = 5;
/** Events of the provider may be listed late. */
const OVERLAP_MS = 10 * 60_000;
/** The first time, a day is read. */
const FIRST_MS = 24 * 60 * 60_000;

/** Asks the payment provider what happened, in case webhooks were lost. What came by one already is noted, and does nothing twice. */
export async function askForNews({ sql, payments, client, taskQueue, now }: SubscriptionDependencies): Promise<void> {
  if (!payments) return;
  const tell = (flow: 'checkout' | 'subscription', row: FlowRow) =>
    client.workflow.signalWithStart(flow, { ...flowStart(flow, row), taskQueue, signal: flows[flow].signals.changed });
  // Not since the newest that is stored: a webhook that came after an outage hides what was lost during it.
  const sinceMs = ((await listReadMs(sql)) ?? now() - FIRST_MS) - OVERLAP_MS;
  for (const news of await payments.listNews(sinceMs)) {
    const customerId = isNameless(news) ? ((await payments.look(news))?.customerId ?? null) : news.customerId;
    const { checkout, workspaceId } = await noteNews(sql, { ...news, customerId });
    if (checkout) await tell('checkout', checkout);
    if (workspaceId !== null) await tell('subscription', { id: workspaceId, workspaceId });
  }
}
