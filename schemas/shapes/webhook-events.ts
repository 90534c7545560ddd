import { z } from 'zod';

/** The events that an endpoint can ask for (contract, webhooks). Names are in receivers' code: never renamed. */
export const WEBHOOK_EVENTS = [
  ...['booking.created', 'booking.rescheduled', 'booking.approved', 'booking.declined', 'booking.canceled'],
  ...[
    'booking.no_show',
    'booking.no_show_undone',
    'booking.completed',
    'booking.host_changed',
    'calendar.disconnected',
  ],
  ...['member.joined', 'member.role_changed', 'member.removed', 'seat.created', 'seat.revoked', 'checkout.completed'],
] as const;

export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The event of ping_webhook. Webhooks cannot subscribe to it. */
export const PING = 'webhook.ping';

export const SentEvent = z.enum([...WEBHOOK_EVENTS, PING]);
export type SentEvent = z.infer<typeof SentEvent>;

/** pending: it waits for its time and a permit. sending: it is in progress. The others: it has ended. */
export const DELIVERY_STATES = ['pending', 'sending', 'delivered', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a webhook sends nothing: somebody switched it off, it answered 410, it failed for three days, or its creator lost access. */
export const DISABLED_REASONS = ['by_hand', 'gone', 'failing', 'access_stopped'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Why a delivery had no answer, in the order of docs/webhooks.md. Any other reason is an internal error. */
export const DELIVERY_FAILURES = [
  ...['timeout', 'not_found', 'unreachable', 'tls', 'unreadable'],
  ...['forbidden_address', 'forbidden_url', 'not_allowed'],
  ...['too_large', 'wrong_type', 'too_many_redirects', 'too_many_waiting', 'secret_unreadable'],
] as const;

export const DeliveryFailure = z.enum(DELIVERY_FAILURES);
export type DeliveryFailure = z.infer<typeof DeliveryFailure>;
