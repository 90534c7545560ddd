import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { listDeliveries } from '../../../store/webhooks/deliveries.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { toDelivery } from './webhook-view.ts';

export const listWebhookDeliveries: Handler<typeof webhooks.listWebhookDeliveries> = async ({ sql, actor }, input) => {
  const { webhookId, state, event, limit, cursor } = input;
  const listName = ['deliveries', webhookId, state, event].join('/');
  const after = readCursor([listName], cursor);
  const { workspaceId } = actor;
  const rows = await listDeliveries(sql, { workspaceId, webhookId, state, event, after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => listName);
  return { deliveries: page.map(toDelivery), nextCursor };
};
