import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { rotateSecret } from '../../../store/webhooks/endpoints.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { keyRevoked } from '../access/refusals.ts';
import { newSecret, noSuchWebhook, toWebhook } from './webhook-view.ts';

export const rotateWebhookSecret: Handler<typeof webhooks.rotateWebhookSecret> = async (context, { webhookId }) => {
  const { sql, actor, caller, tokenKeys } = context;
  const { secret, sealed } = newSecret(tokenKeys, webhookId);
  const id = { workspaceId: actor.workspaceId, webhookId };
  const rotated = await rotateSecret(sql, id, sealed, { actor, source: caller.source });
  if (!rotated) throw noSuchWebhook();
  return { webhook: toWebhook(resultOrThrow(rotated, keyRevoked)), secret };
};
