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

const GROUPS = ['meetings', 'calendars', 'people', 'agents', 'payments'] as const;
type EventGroup = (typeof GROUPS)[number];

/** What each event is about. An event that is missing here does not compile. */
const GROUP_OF_EVENT: Readonly<Record<EventName, EventGroup>> = {
  'booking.created': 'meetings',
  'booking.rescheduled': 'meetings',
  'booking.approved': 'meetings',
  'booking.declined': 'meetings',
  'booking.canceled': 'meetings',
  'booking.no_show': 'meetings',
  'booking.no_show_undone': 'meetings',
  'booking.completed': 'meetings',
  'booking.host_changed': 'meetings',
  'calendar.disconnected': 'calendars',
  'member.joined': 'people',
  'member.role_changed': 'people',
  'member.removed': 'people',
  'seat.created': 'agents',
  'seat.revoked': 'agents',
  'checkout.completed': 'payments',
};

export const ALL_EVENTS = Object.keys(GROUP_OF_EVENT) as readonly EventName[];

/** All events, by what they are about. */
export const EVENT_GROUPS = GROUPS.map(
  (group) => [group, ALL_EVENTS.filter((event) => GROUP_OF_EVENT[event] === group)] as const,
);

/** "hooks.example.com/in": what tells endpoints apart. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '');
