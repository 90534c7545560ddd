import { v7 as uuidv7 } from 'uuid';
import type { DeliveryEnd } from '../../domain/webhooks/delivery.ts';
import { inTransaction } from '../../store/database.ts';
import { noteEvent, wakeEndpoint } from '../../store/webhook-outbox.ts';
import { flowId, flowStart, flows } from '../../workflows/catalogue.ts';
import { createHost } from '../support/drivers/host.ts';
import { makeEndpoint, type TestEndpoint } from '../support/factories/webhooks.ts';
import type { WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import type { Stack } from '../support/stack/stack.ts';

export interface Wanting extends TestEndpoint {
  readonly workspaceId: string;
  readonly ownerId: string;
}

/** A workspace whose endpoint is a receiver. */
export async function wanting(
  stack: Stack,
  receiver: Pick<WebhookReceiver, 'url'>,
  payload: 'full' | 'thin' = 'thin',
): Promise<Wanting> {
  const { workspaceId, userId } = await createHost(stack.sql);
  const { url } = receiver;
  const endpoint = await makeEndpoint(stack.sql, stack.secrets, { workspaceId, url, payload, madeBy: userId });
  return { ...endpoint, workspaceId, ownerId: userId };
}

/** An event of a seat, committed. @returns the delivery's id */
export async function happen(stack: Stack, { id, workspaceId }: Wanting, seatId = uuidv7()): Promise<string> {
  const type = 'seat.created';
  await inTransaction(stack.sql, (tx) => noteEvent(tx, { type, workspaceId, subjectId: seatId, data: { seatId } }));
  const [row] = await stack.sql<{ id: string }[]>`
    select id from webhook_deliveries where endpoint_id = ${id} order by seq desc limit 1`;
  return row?.id ?? '';
}

/** The worker hears of the endpoint again. */
export const wake = (stack: Stack, { id }: Pick<Wanting, 'id'>) => wakeEndpoint(stack.sql, id);

interface WebhookPath {
  readonly name: string;
  readonly ends: DeliveryEnd;
  /** The receiver's answers, one after the other; the last one repeats. */
  readonly statuses: readonly number[];
  /** Answers the id of the flow. */
  walk(stack: Stack, endpoint: Wanting): Promise<string>;
}

const happened = async (stack: Stack, endpoint: Wanting) => flowId('webhookDelivery', await happen(stack, endpoint));

/** Every path through the flow of a delivery. Each has a history in test/histories/webhook-delivery, by its name. */
export const webhookPaths: readonly WebhookPath[] = [
  { name: 'delivered', ends: 'delivered', statuses: [204], walk: happened },
  { name: 'delivered-at-the-second-try', ends: 'delivered', statuses: [500, 200], walk: happened },
  { name: 'waits-as-a-row', ends: 'waiting', statuses: [503], walk: happened },
  { name: 'the-receiver-is-gone', ends: 'waiting', statuses: [410], walk: happened },
  {
    name: 'given-up-after-three-days',
    ends: 'given_up',
    statuses: [500],
    walk: async (stack, endpoint) => {
      await stack.sql`
        update webhook_endpoints set failures = 3, failing_since = now(), probe_at = now() + interval '1 hour' where id = ${endpoint.id}`;
      const id = await happen(stack, endpoint);
      await stack.sql`update webhook_deliveries set attempts = 9, first_attempt_at = now() - interval '73 hours' where id = ${id}`;
      await stack.sql`update webhook_endpoints set failures = 0, failing_since = null, probe_at = '-infinity' where id = ${endpoint.id}`;
      await wake(stack, endpoint);
      return flowId('webhookDelivery', id);
    },
  },
  {
    name: 'deleted',
    ends: 'deleted',
    statuses: [204],
    walk: (stack, { workspaceId }) => nudged(stack, { id: uuidv7(), workspaceId }),
  },
  {
    name: 'without-a-permit',
    ends: 'waiting',
    statuses: [204],
    walk: async (stack, endpoint) => {
      await stack.sql`
        update webhook_endpoints set failures = 3, failing_since = now(), probe_at = now() + interval '1 hour' where id = ${endpoint.id}`;
      const id = await happen(stack, endpoint);
      return nudged(stack, { id, workspaceId: endpoint.workspaceId });
    },
  },
];

/** Starts a flow as the sweep does. */
async function nudged(stack: Stack, row: { id: string; workspaceId: string }): Promise<string> {
  const start = flowStart('webhookDelivery', row, stack.taskQueue);
  await stack.client.workflow.signalWithStart('webhookDelivery', {
    ...start,
    signal: flows.webhookDelivery.signals.nudge,
  });
  return start.workflowId;
}

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { webhookDelivery: webhookPaths };
