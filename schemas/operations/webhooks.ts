import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { ADMINS } from '../shapes/access.ts';
import { line } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { fromStranger, Untrusted } from '../shapes/untrusted.ts';
import { ExpectedVersion, Version } from '../shapes/versions.ts';
import {
  DELIVERY_STATES,
  DeliveryFailure,
  DISABLED_REASONS,
  SentEvent,
  WebhookEvent,
} from '../shapes/webhook-events.ts';

const events = z.array(WebhookEvent).min(1).nullable();
const Payload = z.enum(['full', 'thin']);
const at = z.iso.datetime().nullable();

const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string().describe('The receiver of its events.'),
    description: z.string().describe('What it is or does, in words.'),
    events: events.describe('null: all.'),
    payload: Payload.describe('full: with names, addresses and answers; thin: only ids, state and times.'),
    enabled: z.boolean().describe('false: nothing is sent.'),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe('gone: it answered 410. access_stopped: it was set by access that was stopped.'),
    failingSince: at.describe('Of this url; null: it does not fail.'),
    lastSuccessAt: at.describe('When a delivery last succeeded (UTC); null: never.'),
    oldSecretUntil: at.describe('The secret before a rotation signs as well until then.'),
    rotateAdvised: z
      .boolean()
      .describe(
        'Who got the secret, or set the url since, is no owner or admin any more, or did it by a key that has ended.',
      ),
    createdAt: z.iso.datetime(),
    version: Version,
  })
  .meta({ id: 'Webhook' });

const Delivery = z
  .object({
    id: z.uuid(),
    webhookId: z.uuid(),
    eventId: z.uuid().describe('The header webhook-id.'),
    event: SentEvent.describe('The type of the event, such as booking.created.'),
    data: z.record(z.string(), z.unknown()).describe('Its state, as in a thin payload.'),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int().describe('The number of attempts.'),
    nextAttemptAt: at.describe('null: it is over, or its webhook is disabled.'),
    lastAttemptAt: at.describe('When it was last tried (UTC); null: not yet.'),
    status: z.int().nullable().describe('Of the last answer.'),
    failure: DeliveryFailure.nullable().describe('Why there was none.'),
    answer: fromStranger(z.string().nullable().describe('Its first 2 kB.')),
    tookMs: z.int().nullable().describe('How long the last attempt took, in milliseconds; null: not yet tried.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });

const HeardEvent = z
  .object({
    id: z.uuid().describe('The header webhook-id.'),
    type: WebhookEvent,
    timestamp: z.iso.datetime().describe('When it happened (UTC).'),
    data: fromStranger(z.record(z.string(), z.unknown()).describe('As a delivery has it.')),
  })
  .meta({ id: 'HeardEvent' });

const webhookId = z.uuid().describe('From list_webhooks.');
const secret = z.string().describe('Signs deliveries. Only this answer has it.');

const forReading = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.read', roles: ADMINS } } as const;
// Addresses hold secrets, and answers what guests wrote: for no read-only key and no test key, as list_test_mail.
const forSeeing = {
  ...forReading,
  auth: { scope: 'workspace.act', roles: ADMINS, liveOnly: true },
} as const;
const forActing = { ...forReading, auth: { scope: 'workspace.act', roles: ADMINS } } as const;
/** They decide who receives events of the workspace. */
const forReceivers = { ...forActing, auth: { ...forActing.auth, byApp: 'named' } } as const;

const settings = {
  url: line(1, 2000).describe('https, port 443.'),
  description: line(0, 200).describe('What it is for.'),
  events: events.describe('null: all.'),
  payload: Payload.describe('thin: ids and states; no names, addresses or answers.'),
};

/** Where a workspace wants its events (docs/webhooks.md). */
export const webhooks = defineArea({
  listWebhooks: {
    title: 'List webhooks',
    summary: 'Where this workspace sends its events.',
    ...forSeeing,
    method: 'GET',
    path: '/workspace/webhooks',
    effect: 'read',
    tool: 'list_webhooks',
    errors: keyedReadErrors,
    input: PageOfList,
    output: z.object({ webhooks: z.array(Webhook), nextCursor }),
  },
  createWebhook: {
    title: 'Create a webhook',
    summary: 'Sends events to a URL, signed as Standard Webhooks. Over the plan’s cap: 402.',
    ...forReceivers,
    method: 'POST',
    path: '/workspace/webhooks',
    effect: 'write',
    makesAnother: true,
    tool: 'create_webhook',
    errors: [...keyedWriteErrors, 'billing.upgrade_required'],
    input: z.object({
      url: settings.url,
      description: settings.description.default(''),
      events: settings.events.default(null),
      payload: settings.payload.default('full'),
    }),
    output: z.object({ webhook: Webhook, secret }),
  },
  updateWebhook: {
    title: 'Change a webhook',
    summary: 'Changes what you send. enabled: true also sends what it did not take, in order.',
    ...forReceivers,
    method: 'PATCH',
    path: '/workspace/webhooks/{webhookId}',
    effect: 'write',
    tool: 'update_webhook',
    errors: [...keyedWriteErrors, 'resource.conflict'],
    input: z.object({
      ...z.object(settings).partial().shape,
      enabled: z.boolean().optional().describe('false: nothing is sent.'),
      webhookId,
      expectedVersion: ExpectedVersion,
    }),
    output: z.object({ webhook: Webhook }),
  },
  deleteWebhook: {
    title: 'Delete a webhook',
    summary: 'Deletes it with its deliveries, at once.',
    ...forActing,
    method: 'DELETE',
    path: '/workspace/webhooks/{webhookId}',
    effect: 'destroy',
    tool: 'delete_webhook',
    errors: keyedReadErrors,
    input: z.object({ webhookId }),
    output: z.object({ status: z.literal('deleted') }),
  },
  pingWebhook: {
    title: 'Ping a webhook',
    summary: 'Sends webhook.ping once, also to a disabled one, and waits up to 5 s for the answer.',
    ...forActing,
    method: 'POST',
    path: '/workspace/webhooks/{webhookId}/ping',
    effect: 'write',
    makesAnother: true,
    flow: true,
    tool: 'ping_webhook',
    errors: keyedWriteErrors,
    input: z.object({ webhookId }),
    output: z.object({ delivery: Delivery, untrusted: Untrusted }),
  },
  rotateWebhookSecret: {
    title: 'Rotate a webhook’s secret',
    summary: 'Gives a new secret. For 24 hours both sign.',
    ...forReceivers,
    method: 'POST',
    path: '/workspace/webhooks/{webhookId}/rotate-secret',
    effect: 'write',
    makesAnother: true,
    tool: 'rotate_webhook_secret',
    errors: keyedWriteErrors,
    input: z.object({ webhookId }),
    output: z.object({ webhook: Webhook, secret }),
  },
  listWebhookDeliveries: {
    title: 'List webhook deliveries',
    summary: 'Deliveries of the last 30 days with the last answer, newest first.',
    ...forSeeing,
    method: 'GET',
    path: '/workspace/webhooks/deliveries',
    effect: 'read',
    tool: 'list_webhook_deliveries',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      webhookId: webhookId.optional(),
      state: Delivery.shape.state.optional().describe('Only of this state.'),
      event: SentEvent.optional().describe('Only of this type.'),
    }),
    output: z.object({ deliveries: z.array(Delivery), nextCursor, untrusted: Untrusted }),
  },
  redeliverWebhook: {
    title: 'Send a delivery again',
    summary: 'Sends an event again, with the same id.',
    ...forActing,
    method: 'POST',
    path: '/workspace/webhooks/deliveries/{deliveryId}/redeliver',
    effect: 'write',
    makesAnother: true,
    flow: true,
    tool: 'redeliver_webhook',
    errors: [...keyedWriteErrors, 'resource.conflict'],
    input: z.object({ deliveryId: z.uuid().describe('From list_webhook_deliveries.') }),
    output: z.object({ delivery: Delivery, untrusted: Untrusted }),
  },
  listenForEvents: {
    title: 'Listen for events',
    summary:
      'Events of this workspace as they happen, in their order: for a program that no webhook reaches, such as holdfast listen. Call it again with cursor while you listen; after 15 minutes without a call no events are kept for you.',
    ...forReading,
    method: 'POST',
    path: '/workspace/webhooks/listen',
    effect: 'read',
    errors: keyedReadErrors,
    input: z.object({
      events: events.default(null).describe('Types to hear of; null: all.'),
      payload: settings.payload.default('full'),
      cursor: line(1, 200).optional().describe('Of the last answer. Without it: from now on.'),
      limit: z.int().min(1).max(100).default(50).describe('At most this many events, 1 to 100. Default 50.'),
      waitSeconds: z.int().min(0).max(25).default(0).describe('Most seconds to wait for an event, 0 to 25. Default 0.'),
    }),
    output: z.object({
      events: z.array(HeardEvent).describe('What happened since the cursor, the oldest first.'),
      cursor: z.string().describe('For the next call.'),
      listeningUntil: z.iso.datetime().describe('Events are kept for you until then; each call moves it.'),
      untrusted: Untrusted,
    }),
  },
});

export type Webhook = z.input<typeof Webhook>;
export type Delivery = z.input<typeof Delivery>;
