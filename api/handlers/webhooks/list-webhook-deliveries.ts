import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { listDeliveries } from '../../../store/webhooks/deliveries.ts';
import { readEndpoint } from '../../../store/webhooks/endpoints.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { noSuchWebhook, toDelivery } from './webhook-view.ts';

export const listWebhookDeliveries: Handler<typeof webhooks.listWebhookDeliveries> = async ({ sql, actor }, input) => {
  const { webhookId, state, event, limit, cursor } = input;
  const listName = ['deliveries', webhookId, state, event].join('/');
  const after = readCursor([listName], cursor);
  const { workspaceId } = actor;
  if (webhookId !== undefined && !(await readEndpoint(sql, { workspaceId, webhookId }))) throw noSuchWebhook();
  const rows = await listDeliveries(sql, { workspaceId, webhookId, state, event, after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => listName);
  return { deliveries: page.map(toDelivery), nextCursor };
};
