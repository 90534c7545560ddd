import { v7 as uuidv7 } from 'uuid';
import { makeEndpoint } from '../support/factories/webhooks.ts';
import type { Place, Samples } from './sample.ts';

const endpointOf = ({ stack, team: { workspaceId } }: Place) =>
  makeEndpoint(stack.sql, stack.secrets, { workspaceId, url: 'http://localhost:9/in' });

/** A delivery that was given up: nothing sends it meanwhile. */
async function deliveryOf(place: Place): Promise<string> {
  const { stack, team } = place;
  const { workspaceId } = team;
  const { id } = await endpointOf(place);
  const [eventId, deliveryId] = [uuidv7(), uuidv7()];
  await stack.sql`
    update webhook_endpoints set failures = 3, failing_since = now(), probe_at = now() + interval '1 hour' where id = ${id}`;
  await stack.sql`
    insert into webhook_events (id, workspace_id, type, subject_id, data) values (${eventId}, ${workspaceId}, 'seat.created', ${eventId}, '{}')`;
  await stack.sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type, workspace_id, subject_id, state, ended_at)
    values (${deliveryId}, ${id}, ${eventId}, 'seat.created', ${workspaceId}, ${eventId}, 'given_up', now())`;
  return deliveryId;
}

export const webhookSamples: Samples = {
  'webhooks.listWebhooks': { good: () => ({ limit: 2 }), bad: { limit: 0, cursor: 'nonsense' } },
  'webhooks.createWebhook': {
    eachAnew: true,
    good: async ({ stack, team: { workspaceId } }) => {
      await stack.sql`delete from webhook_endpoints where workspace_id = ${workspaceId}`;
      return { url: 'https://hooks.acme-crm.com/in', events: ['booking.created'] };
    },
    bad: { url: 'http://10.0.0.1/', events: [] },
  },
  'webhooks.updateWebhook': {
    good: async (place) => ({ webhookId: (await endpointOf(place)).id, enabled: false }),
    bad: { webhookId: 'mine', payload: 'fat' },
    missing: { webhookId: uuidv7(), enabled: true },
  },
  'webhooks.deleteWebhook': {
    eachAnew: true,
    good: async (place) => ({ webhookId: (await endpointOf(place)).id }),
    bad: { webhookId: 'mine' },
    missing: { webhookId: uuidv7() },
  },
  'webhooks.pingWebhook': {
    eachAnew: true,
    good: async (place) => ({ webhookId: (await endpointOf(place)).id }),
    bad: { webhookId: 'mine' },
    missing: { webhookId: uuidv7() },
  },
  'webhooks.rotateWebhookSecret': {
    eachAnew: true,
    good: async (place) => ({ webhookId: (await endpointOf(place)).id }),
    bad: { webhookId: 'mine' },
    missing: { webhookId: uuidv7() },
  },
  'webhooks.listWebhookDeliveries': {
    good: () => ({ state: 'delivered', event: 'booking.created', limit: 2 }),
    bad: { state: 'lost', limit: 0, cursor: 'nonsense' },
  },
  'webhooks.listenForEvents': {
    good: () => ({ events: ['booking.created'], payload: 'thin', limit: 2 }),
    bad: { events: ['booking.lost'], limit: 0, waitSeconds: 60 },
  },
  'webhooks.redeliverWebhook': {
    eachAnew: true,
    good: async (place) => ({ deliveryId: await deliveryOf(place) }),
    bad: { deliveryId: 'mine' },
    missing: { deliveryId: uuidv7() },
  },
};
