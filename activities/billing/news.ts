import { isNameless, type PaymentNews } from '../../domain/billing/remote-billing.ts';
import type { Payments } from '../../outbound/payments/payments.ts';
import { listReadMs, noteNews, saveListRead } from '../../store/billing/stripe-events.ts';
import type { FlowRow } from '../../workflows/catalogue.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import type { SubscriptionDependencies } from './subscription.ts';

/** Webhooks that were lost are found within this time. */
export const NEWS_EVERY_MINUTES = 5;
/** Events of the provider may be listed late. */
const OVERLAP_MS = 10 * 60_000;
/** The first time, a day is read. */
const FIRST_MS = 24 * 60 * 60_000;

/** The provider keeps its list for so long. */
const LISTED_MS = 30 * 24 * 60 * 60_000;
/** Read at once: a run that stops goes on at the last slice. Smaller while more happened than can be listed at once. */
const SLICE_MS = 6 * 60 * 60_000;
const SMALLEST_SLICE_MS = 60_000;

/** Asks the payment provider what happened, in case webhooks were lost. What came by one already is noted, and does nothing twice. */
export async function askForNews(dependencies: SubscriptionDependencies): Promise<void> {
  const { sql, payments, now } = dependencies;
  if (!payments) return;
  // Not since the newest that is stored: a webhook that came after an outage hides what was lost during it.
  const readMs = (await listReadMs(sql)) ?? now() - FIRST_MS;
  const endMs = now();
  let fromMs = Math.max(readMs - OVERLAP_MS, endMs - LISTED_MS);
  let sliceMs = SLICE_MS;
  while (fromMs < endMs) {
    const untilMs = Math.min(fromMs + sliceMs, endMs);
    // The last one has no end: the provider's clock may be ahead of ours.
    const { news, isAll } = await payments.listNews(fromMs, untilMs === endMs ? untilMs + OVERLAP_MS : untilMs);
    if (!isAll && sliceMs > SMALLEST_SLICE_MS) {
      sliceMs /= 2;
      continue;
    }
    for (const one of news) await take({ ...dependencies, payments }, one);
    await saveListRead(sql, untilMs);
    fromMs = untilMs;
  }
}

async function take(
  { sql, payments, client, taskQueue }: SubscriptionDependencies & { readonly payments: Payments },
  news: PaymentNews,
): Promise<void> {
  const tell = (flow: 'checkout' | 'subscription', row: FlowRow) =>
    client.workflow.signalWithStart(flow, { ...flowStart(flow, row, taskQueue), signal: flows[flow].signals.changed });
  const customerId = isNameless(news) ? ((await payments.look(news))?.customerId ?? null) : news.customerId;
  const { checkout, workspaceId } = await noteNews(sql, { ...news, customerId }, true);
  if (checkout) await tell('checkout', checkout);
  if (workspaceId !== null) await tell('subscription', { id: workspaceId, workspaceId });
}
