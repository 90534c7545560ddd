import { z } from 'zod';
import { BookingSource, Role } from './access.ts';
import { CalendarProvider } from './calendars.ts';
import { BookingStatus, TakesPlace } from './public-calendar.ts';
import type { SentEvent } from './webhook-events.ts';

const instant = z.iso.datetime();

/** The fields that both kinds of payloads of a booking have: its state after the change. */
const bookingState = z.object({
  bookingId: z.uuid(),
  revision: z.int().describe('Counts the booking’s changes: ignore an event whose revision you have passed.'),
  status: BookingStatus,
  takesPlace: TakesPlace,
  startAt: instant,
  endAt: instant,
  eventTypeId: z.uuid(),
  hostId: z.uuid(),
  testMode: z.boolean().describe('true: made with a test key.'),
  actor: z
    .enum(['guest', 'host', 'system', 'not_me'])
    .describe('Who did it. not_me: the guest says that they never booked.'),
});

/** In full payloads, as it is when the delivery leaves. Absent: the booking is gone. */
const bookingDetails = z
  .object({
    guest: z
      .object({ email: z.string(), name: z.string().nullable(), timezone: z.string().describe('IANA time zone.') })
      .nullable()
      .describe('null: their data was deleted.'),
    guests: z.array(z.string()).describe('Addresses of further guests.'),
    agentEmail: z.string().nullable().describe('The agent’s own inbox; null: none.'),
    answers: z.array(
      z.object({ key: z.string().describe('The name to use in calls.'), label: z.string(), value: z.unknown() }),
    ),
    reason: z.string().nullable().describe('What guest or host wrote.'),
    location: z.object({ type: z.string(), detail: z.string().nullable() }),
    joinUrl: z.string().nullable().describe('The meeting’s link; null: none.'),
    source: BookingSource,
    eventType: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    host: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  })
  .partial();

const person = z
  .object({
    user: z.object({ name: z.string(), email: z.string() }).nullable().describe('null: the account is deleted.'),
  })
  .partial();

const member = z.object({ userId: z.uuid(), role: Role });
const seat = z.object({ seatId: z.uuid() });
const seatDetails = z.object({ displayName: z.string().nullable() }).partial();

interface Payload {
  readonly summary: string;
  readonly state: z.ZodObject;
  readonly details: z.ZodObject;
}

const booking = (summary: string, more: z.ZodRawShape = {}) =>
  ({ summary, state: bookingState.extend(more), details: bookingDetails }) satisfies Payload;

/** The data of each event: `state` in every payload, `details` in full ones. OpenAPI and the docs read it; tests read each event by it. */
export const WEBHOOK_PAYLOADS = {
  'booking.created': booking('A booking was made. status: confirmed, or pending_confirmation until the host decides.'),
  'booking.rescheduled': booking(
    'It has another time. status: rescheduled, or pending_confirmation if the host must approve the new time.',
    { previousStartAt: instant },
  ),
  'booking.approved': booking('The host approved it.'),
  'booking.declined': booking('The host declined it. status: canceled.'),
  'booking.canceled': booking('It was canceled, or nobody decided in time.', {
    cause: z.enum(['canceled', 'expired']),
  }),
  'booking.no_show': booking('The host marked the guest as absent.'),
  'booking.no_show_undone': booking('The host took that back.'),
  'booking.completed': booking('The meeting is over.'),
  'booking.host_changed': booking('Another member is the host.', { previousHostId: z.uuid() }),
  'calendar.disconnected': {
    summary: 'A calendar of a member is not read any more.',
    state: z.object({
      connectionId: z.uuid(),
      userId: z.uuid(),
      provider: CalendarProvider,
      cause: z.enum(['by_person', 'reconnect_required']),
    }),
    details: person,
  },
  'member.joined': { summary: 'Somebody joined the workspace.', state: member, details: person },
  'member.role_changed': {
    summary: 'A member has another role.',
    state: member.extend({ previousRole: Role }),
    details: person,
  },
  'member.removed': { summary: 'A member left or was removed; role: the last one.', state: member, details: person },
  'seat.created': { summary: 'An agent got a seat.', state: seat, details: seatDetails },
  'seat.revoked': { summary: 'A seat ended.', state: seat, details: seatDetails },
  'checkout.completed': {
    summary: 'Something was paid.',
    state: z.object({ intentId: z.uuid() }),
    details: z
      .object({ kind: z.string().nullable(), plan: z.string().nullable(), quantity: z.int().nullable() })
      .partial(),
  },
  'webhook.ping': { summary: 'Sent by ping_webhook.', state: z.object({ webhookId: z.uuid() }), details: z.object({}) },
} as const satisfies Readonly<Record<SentEvent, Payload>>;

/** The additional fields of a full payload. */
export type DetailsOf<Type extends SentEvent> = z.input<(typeof WEBHOOK_PAYLOADS)[Type]['details']>;

/** The body of a delivery. */
export const payloadOf = (type: SentEvent, payload: 'full' | 'thin') => {
  const { state, details }: Payload = WEBHOOK_PAYLOADS[type];
  return z.object({
    type: z.literal(type),
    timestamp: instant.describe('When it happened.'),
    data: payload === 'full' ? state.extend(details.shape) : state,
  });
};
