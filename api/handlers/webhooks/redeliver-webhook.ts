import { AppError } from '../../../schemas/errors.ts';
import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { readDelivery, redeliver } from '../../../store/webhooks/deliveries.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchDelivery, toDelivery } from './webhook-view.ts';

export const redeliverWebhook: Handler<typeof webhooks.redeliverWebhook> = async (context, { deliveryId }) => {
  const { sql, actor } = context;
  const id = { workspaceId: actor.workspaceId, deliveryId };
  const outcome = await redeliver(sql, id);
  if (outcome === 'disabled') {
    throw new AppError(
      'resource.conflict',
      'This webhook is disabled: enable it first (update_webhook, enabled: true).',
      {
        reason: 'webhook_disabled',
      },
    );
  }
  const delivery = outcome && (await readDelivery(sql, id));
  if (!delivery) throw noSuchDelivery();
  context.nameFlow(flowId('webhookDelivery', deliveryId));
  return { delivery: toDelivery(delivery) };
};
