import type { DisabledReason } from '../../schemas/shapes/webhook-events.ts';

/** The end of a delivery's flow. waiting: the delivery is a row without a flow. deleted: with its webhook or workspace. */
export type DeliveryEnd = 'delivered' | 'given_up' | 'waiting' | 'deleted';

/** The reason of a webhook that no person disabled. gone: it answered 410. */
export type WhyDisabled = Extract<DisabledReason, 'gone' | 'failing'>;

/** The result of one attempt, as histories and the log keep it: never the answer's text. */
export interface Tried {
  /** 1: the first one. */
  readonly attempt: number;
  /** null: there was no answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly failure: string | null;
}

/**
 * The condition for which a delivery waits as a row. earlier_event: one of the same subject. capacity: its workspace, its host or all deliveries
 * have reached a limit. permit: its webhook has as many deliveries in progress as it may.
 */
export type WaitsFor = 'time' | 'earlier_event' | 'failing' | 'capacity' | 'permit' | 'disabled' | 'workspace';

export interface DeliveryWait {
  readonly waitsFor: WaitsFor;
  /** UTC; null: no time is known. */
  readonly until: string | null;
}

export interface DeliveryEnded {
  readonly end: DeliveryEnd;
  /** Of the end `waiting`. */
  readonly wait?: DeliveryWait;
}

/** The result of one attempt for its flow: ids, words and times only. */
export type DeliveryStep = (DeliveryEnded | { readonly waitMs: number }) & {
  readonly tried?: Tried;
  /** Of an event of a booking. */
  readonly bookingId?: string;
};

/** The `failure` of a delivery whose secret no key of the worker opens. */
export const SECRET_UNREADABLE = 'secret_unreadable';
