import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { listEndpoints } from '../../../store/webhooks/endpoints.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { toWebhook } from './webhook-view.ts';

const LIST = 'webhooks';

export const listWebhooks: Handler<typeof webhooks.listWebhooks> = async ({ sql, actor }, { limit, cursor }) => {
  const { workspaceId } = actor;
  const rows = await listEndpoints(sql, { workspaceId, after: readCursor([LIST], cursor), limit });
  const { page, nextCursor } = toPage(rows, limit, () => LIST);
  return { webhooks: page.map(toWebhook), nextCursor };
};
