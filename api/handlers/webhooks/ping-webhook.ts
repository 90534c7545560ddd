import { CONCURRENCY } from '../../../domain/concurrency.ts';
import type { AppError } from '../../../schemas/errors.ts';
import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { readDelivery } from '../../../store/webhooks/deliveries.ts';
import { notePing, type TooManyPings } from '../../../store/webhooks/pings.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { type LimiterName, limited } from '../../core/limit-errors.ts';
import { noSuchWebhook, toDelivery } from './webhook-view.ts';

/** After this time the answer says `sending`, and the list of deliveries has the result. */
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
  // The receiver may take longer than the deadline of a call. The call releases its permit while it waits.
  await (caller.sleep?.during(ended) ?? ended);
  const delivery = await readDelivery(sql, { workspaceId, deliveryId });
  if (!delivery) throw noSuchWebhook();
  return { delivery: toDelivery(delivery) };
};

const LIMITER_OF = {
  perMinute: 'pings',
  perWorkspace: 'pingsOfWorkspace',
  perHost: 'pingsOfHost',
  total: 'pingsOfAll',
} as const satisfies Readonly<Record<TooManyPings['refused'], LimiterName>>;

const tooManyPings = ({ refused, retryAfterSeconds }: TooManyPings): AppError =>
  limited(LIMITER_OF[refused], { limit: CONCURRENCY.pings[refused], retryAfterSeconds });
