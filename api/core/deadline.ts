import type { BookingFlows } from '../flows/booking-flows.ts';
import { type Dependency, unavailable } from './failures.ts';

/** Total time of a call. The 503 must arrive within 3 s, even on a busy machine or as a web page. */
export const DEADLINE_MS = 2_600;

/** Milliseconds left until an instant of `performance.now()`; 0 once it has passed. */
export const leftUntil = (instantMs: number): number => Math.max(0, instantMs - performance.now());

/** The time that a call waits for a change, which its deadline excludes. One wait at a time. */
export class Sleep {
  #sleptMs = 0;
  #sinceMs: number | null = null;
  readonly #atBegin: (() => void)[] = [];

  /** Calls this once, when the sleep begins: a sleeping call occupies no capacity. */
  onBegin(act: () => void): void {
    this.#atBegin.push(act);
  }

  /** Awaits a promise; the time until it settles counts as sleep. */
  async during<T>(sleep: Promise<T>): Promise<T> {
    this.#sinceMs = performance.now();
    for (const act of this.#atBegin.splice(0)) act();
    try {
      return await sleep;
    } finally {
      this.#sleptMs = this.sleptMs;
      this.#sinceMs = null;
    }
  }

  get sleptMs(): number {
    return this.#sleptMs + (this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs);
  }
}

interface Waiting {
  readonly deadlineMs: number;
  /** The time that the deadline does not count. Default: none. */
  readonly sleep?: Sleep;
  /** Returns the dependency that has not answered at the deadline. */
  readonly waitsFor: () => Dependency;
  /** The advice to the caller after a 503. Default: repeat the call. */
  readonly advice?: string;
  /** At the deadline: the caller gets a 503. */
  readonly onDeadline?: () => void;
  /** Called when the late work ends, with its error if it failed. */
  readonly onLate?: (error?: unknown) => void;
}

/**
 * Returns the result of the work, if it comes in time. The work continues after the deadline.
 * @throws AppError service.unavailable at the deadline
 */
export async function withDeadline<T>(work: Promise<T>, waiting: Waiting): Promise<T> {
  const { deadlineMs, sleep, waitsFor, advice, onDeadline, onLate } = waiting;
  const startedMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const check = (): void => {
      const leftMs = deadlineMs + (sleep?.sleptMs ?? 0) - (performance.now() - startedMs);
      if (leftMs > 0) {
        timer = setTimeout(check, Math.max(1, Math.ceil(leftMs)));
        return;
      }
      onDeadline?.();
      work.then(() => onLate?.(), onLate ?? (() => {}));
      reject(unavailable('The answer takes too long right now.', waitsFor(), advice));
    };
    timer = setTimeout(check, deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the booking flows for one request. `waitsFor` is temporal during a flow call, else the database. */
export function watched(flows: BookingFlows): {
  readonly bookingFlows: BookingFlows;
  readonly waitsFor: () => Dependency;
} {
  let asking = 0;
  const watch = async <T>(asked: Promise<T>): Promise<T> => {
    asking++;
    try {
      return await asked;
    } finally {
      asking--;
    }
  };
  return {
    bookingFlows: {
      requestCode: (subject, issueNo) => watch(flows.requestCode(subject, issueNo)),
      carryOut: (subject, attempt) => watch(flows.carryOut(subject, attempt)),
      isUp: () => flows.isUp(),
    },
    waitsFor: () => (asking > 0 ? 'temporal' : 'database'),
  };
}
