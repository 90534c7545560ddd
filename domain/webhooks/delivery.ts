import type { DisabledReason } from '../../schemas/shapes/webhook-events.ts';

/** How the flow of a delivery ends. waits: as a row, for its time, its turn, or its endpoint. gone: deleted with its endpoint. */
export type DeliveryEnd = 'delivered' | 'given_up' | 'waits' | 'gone';

/** Why an endpoint was disabled without a person. gone: it answered 410. */
export type WhyDisabled = Extract<DisabledReason, 'gone' | 'failing'>;

/** What came of one try, as histories and the log keep it: never the answer's text. */
export interface Tried {
  /** 1: the first one. */
  readonly attempt: number;
  /** null: there was no answer. */
  readonly status: number | null;
  /** Why there was none. */
  readonly failure: string | null;
}

/** What a delivery waits for as a row. earlier_event: one of the same subject. place: others of its workspace or host are on their way. */
export type WaitsFor = 'time' | 'earlier_event' | 'failing' | 'place' | 'turn' | 'disabled' | 'workspace';

export interface DeliveryWait {
  readonly waitsFor: WaitsFor;
  /** UTC; null: no time is known. */
  readonly until: string | null;
}

export interface DeliveryOver {
  readonly end: DeliveryEnd;
  /** Of `waits`. */
  readonly wait?: DeliveryWait;
}

/** What one attempt says to its flow: ids, words and times only. */
export type DeliveryStep = (DeliveryOver | { readonly waitMs: number }) & {
  readonly tried?: Tried;
  /** If its event is one of a booking. */
  readonly bookingId?: string;
};

/** The `failure` of a delivery whose secret no key of the worker opens. */
export const SECRET_UNREADABLE = 'secret_unreadable';
