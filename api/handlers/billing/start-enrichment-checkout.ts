import { listedPrice } from '../../../domain/billing/listed-price.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import type { Handler } from '../../core/handler.ts';
import { nextAfterStart } from './checkout-words.ts';
import { openIntent } from './open-intent.ts';
import { returnUrlsOf } from './return-urls.ts';

export const startEnrichmentCheckout: Handler<typeof checkout.startEnrichmentCheckout> = async (context, input) => {
  const { catalogId } = input;
  const opened = await openIntent(context, {
    purchase: { kind: 'pack', packId: catalogId },
    quantity: 1,
    customerEmail: input.customerEmail ?? null,
    ...(await returnUrlsOf(context, input)),
    metadata: input.metadata ?? {},
  });
  return {
    intentId: opened.id,
    status: 'pending',
    url: opened.url,
    expiresAt: opened.expiresAt.toISOString(),
    catalogId,
    ...listedPrice(opened.purchase, opened.quantity),
    message: nextAfterStart(opened),
    receiptsTo: opened.receiptsTo,
  };
};
