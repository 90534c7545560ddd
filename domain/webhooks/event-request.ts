import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { isScheduled } from '../booking/booking-states.ts';

/** An event as a delivery, a listener's answer and `holdfast listen` have it. */
export interface SentAs {
  readonly id: string;
  readonly type: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Makes one signature, as of Standard Webhooks. */
export type Sign = (id: string, atMs: number, body: string) => string;

export interface EventRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The state in a payload. A booking's state also has whether the meeting takes place: rows have the status alone. */
export const stateOf = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  'bookingId' in data ? { ...data, takesPlace: isScheduled(data.status as BookingStatus) } : data;

/** The state of the moment wins over what is read now. */
export const dataOf = (state: Readonly<Record<string, unknown>>, details: Readonly<Record<string, unknown>>) => ({
  ...details,
  ...stateOf(state),
});

/** The request of an event by Standard Webhooks, with a signature of each signer. */
export function eventRequest(
  { id, type, timestamp, data }: SentAs,
  signs: readonly Sign[],
  atMs: number,
): EventRequest {
  const body = JSON.stringify({ type, timestamp, data });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(atMs / 1_000)),
      'webhook-signature': signs.map((sign) => sign(id, atMs, body)).join(' '),
    },
  };
}
