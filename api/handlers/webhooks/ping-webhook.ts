import { MOST_PINGS } from '../../../domain/webhooks/places.ts';
import type { AppError } from '../../../schemas/errors.ts';
import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { readDelivery } from '../../../store/webhooks/deliveries.ts';
import { notePing, type TooManyPings } from '../../../store/webhooks/pings.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { type LimiterName, limited } from '../../core/limit-errors.ts';
import { noSuchWebhook, toDelivery } from './webhook-view.ts';

/** Then the answer says `sending`, and the list of deliveries what came of it. */
const WAIT_MS = 5_000;

export const pingWebhook: Handler<typeof webhooks.pingWebhook> = async (context, { webhookId }) => {
  const { sql, actor, flowClient, caller } = context;
  const { workspaceId } = actor;
  const noted = await notePing(sql, { workspaceId, webhookId });
  if (noted === undefined) throw noSuchWebhook();
  if ('refused' in noted) throw tooManyPings(noted);
  const deliveryId = noted.id;
  context.nameFlow(flowId('webhookDelivery', deliveryId));
  const ended = flowClient.run('webhookDelivery', { id: deliveryId, workspaceId }, WAIT_MS);
  // The receiver may take longer than a call's own deadline, which is about us. Meanwhile the call gives its turn back.
  await (caller.sleep?.during(ended) ?? ended);
  const delivery = await readDelivery(sql, { workspaceId, deliveryId });
  if (!delivery) throw noSuchWebhook();
  return { delivery: toDelivery(delivery) };
};

const LIMITER_OF = {
  minute: 'pings',
  workspace: 'pingsOfWorkspace',
  host: 'pingsOfHost',
  all: 'pingsOfAll',
} as const satisfies Readonly<Record<TooManyPings['refused'], LimiterName>>;

const tooManyPings = ({ refused, retryAfterSeconds }: TooManyPings): AppError =>
  limited(LIMITER_OF[refused], { limit: MOST_PINGS[refused], retryAfterSeconds });
