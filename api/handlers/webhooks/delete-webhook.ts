import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { deleteEndpoint } from '../../../store/webhooks/endpoints.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchWebhook } from './webhook-view.ts';

export const deleteWebhook: Handler<typeof webhooks.deleteWebhook> = async ({ sql, actor, caller }, { webhookId }) => {
  const id = { workspaceId: actor.workspaceId, webhookId };
  if (!(await deleteEndpoint(sql, id, { actor, source: caller.source }))) throw noSuchWebhook();
  return { status: 'deleted' };
};
