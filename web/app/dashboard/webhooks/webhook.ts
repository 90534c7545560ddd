import type { InputOf, OutputOf } from '../../data/call.ts';

/** Where the workspace's events are sent. */
export type Webhook = OutputOf<'listWebhooks'>['webhooks'][number];
/** What the parts of an endpoint's row get. */
export interface EndpointProps {
  readonly endpoint: Webhook;
  /** says what was done, and reads the list again */
  readonly onChanged: (said: string) => Promise<void>;
  readonly onSecret: (secret: string) => void;
}

/** One event on its way to one of them. */
export type Delivery = OutputOf<'listWebhookDeliveries'>['deliveries'][number];
export type DeliveryState = Delivery['state'];
export type EventName = NonNullable<Webhook['events']>[number];
export type WebhookSettings = Required<Pick<InputOf<'createWebhook'>, 'url' | 'description' | 'events' | 'payload'>>;

export const STATES: readonly DeliveryState[] = ['pending', 'sending', 'delivered', 'given_up'];

/** All events, by what they are about. A name that is missing here does not compile in webhook-words.ts. */
export const EVENT_GROUPS: readonly (readonly [
  group: 'meetings' | 'calendars' | 'people' | 'agents' | 'payments',
  events: readonly EventName[],
])[] = [
  [
    'meetings',
    [
      'booking.created',
      'booking.rescheduled',
      'booking.approved',
      'booking.declined',
      'booking.canceled',
      'booking.no_show',
      'booking.no_show_undone',
      'booking.completed',
      'booking.host_changed',
    ],
  ],
  ['calendars', ['calendar.disconnected']],
  ['people', ['member.joined', 'member.role_changed', 'member.removed']],
  ['agents', ['seat.created', 'seat.revoked']],
  ['payments', ['checkout.completed']],
];

/** "hooks.example.com/in": what tells endpoints apart. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '');
