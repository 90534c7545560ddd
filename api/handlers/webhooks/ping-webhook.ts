import { MOST_PINGS } from '../../../domain/webhooks/places.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import { readDelivery } from '../../../store/webhooks/deliveries.ts';
import { notePing, type TooManyPings } from '../../../store/webhooks/pings.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
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

const AT_ONCE = {
  workspace: `At most ${MOST_PINGS.workspace} pings of a workspace are on their way at once`,
  host: `At most ${MOST_PINGS.host} pings of all workspaces are on their way to one host name at once`,
  all: `At most ${MOST_PINGS.all} pings of all workspaces are on their way at once`,
} as const;

function tooManyPings({ refused, retryAfterSeconds }: TooManyPings): AppError {
  const limit = MOST_PINGS[refused];
  const again = `Ping again in ${retryAfterSeconds} s.`;
  if (refused === 'minute') {
    const rule = `A workspace sends at most ${limit} pings a minute, over all its webhooks.`;
    return new AppError('rate.limited', `${rule} ${again}`, { reason: 'too_many_pings', limit, retryAfterSeconds });
  }
  const details = { reason: 'too_many_at_once', limit, retryAfterSeconds };
  return new AppError('rate.limited', `${AT_ONCE[refused]}. ${again}`, details);
}
