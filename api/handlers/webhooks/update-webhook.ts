import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { updateEndpoint } from '../../../store/webhooks/endpoints.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow, versionConflict } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { keyRevoked } from '../access/refusals.ts';
import { noSuchWebhook, requireReceiver, toWebhook } from './webhook-view.ts';

export const updateWebhook: Handler<typeof webhooks.updateWebhook> = async (context, input) => {
  const { sql, actor, caller, isLocal } = context;
  const { webhookId, enabled, expectedVersion, url, description, events, payload } = input;
  if (url !== undefined) requireReceiver(url, isLocal);
  const settings = {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events }),
    ...(payload === undefined ? {} : { payload }),
  };
  const id = { workspaceId: actor.workspaceId, webhookId };
  const by = { actor, source: caller.source };
  const outcome = await updateEndpoint(sql, id, { settings, enabled, expectedVersion }, by);
  if (!outcome) throw noSuchWebhook();
  const { endpoint, noticeIds } = resultOrThrow(outcome, (refusal) =>
    refusal.refused === 'setter_ended' ? keyRevoked() : versionConflict(refusal),
  );
  for (const noticeId of noticeIds) await notifyOfAccess(context, { id: noticeId, workspaceId: id.workspaceId });
  return { webhook: toWebhook(endpoint) };
};
