import { v7 as uuidv7 } from 'uuid';
import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { createEndpoint } from '../../../store/webhooks/endpoints.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { keyRevoked } from '../access/refusals.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { newSecret, requireReceiver, toWebhook } from './webhook-view.ts';

export const createWebhook: Handler<typeof webhooks.createWebhook> = async (context, settings) => {
  const { sql, actor, caller, now, urls, tokenKeys, isLocal } = context;
  requireReceiver(settings.url, isLocal);
  const id = { workspaceId: actor.workspaceId, webhookId: uuidv7() };
  const { secret, sealed } = newSecret(tokenKeys, id.webhookId);
  const outcome = await createEndpoint(sql, id, { ...settings, secret: sealed }, { actor, source: caller.source }, now);
  const { endpoint, noticeIds } = resultOrThrow(outcome, (refusal) =>
    refusal.refused === 'setter_ended' ? keyRevoked() : overPlanCap(refusal, urls),
  );
  for (const noticeId of noticeIds) await notifyOfAccess(context, { id: noticeId, workspaceId: id.workspaceId });
  return { webhook: toWebhook(endpoint), secret };
};
