import type { BookingFlows } from '../flows/booking-flows.ts';
import { type Dependency, unavailable } from './failures.ts';

/** How long a caller waits, in all: 503 within 3 s, with room for a busy machine and for the page that says it. */
export const DEADLINE_MS = 2_600;

/** What is left until an instant of `performance.now()`, in milliseconds; 0 once it has passed. */
export const leftUntil = (instantMs: number): number => Math.max(0, instantMs - performance.now());

interface Waiting {
  readonly deadlineMs: number;
  /** Asked at the deadline: who has not answered. */
  readonly waitsFor: () => Dependency;
  /** Of the refusal: what the caller should do. Default: to repeat the call. */
  readonly advice?: string;
  /** Told at the deadline: nobody waits any more. */
  readonly onDeadline?: () => void;
  /** Told once the work ends after all, with its error if it failed. */
  readonly onLate?: (error?: unknown) => void;
}

/**
 * The result of the work, if it comes in time. The work goes on after the deadline.
 * @throws AppError service.unavailable at the deadline
 */
export async function withDeadline<T>(work: Promise<T>, waiting: Waiting): Promise<T> {
  const { deadlineMs, waitsFor, advice, onDeadline, onLate } = waiting;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onDeadline?.();
      work.then(() => onLate?.(), onLate ?? (() => {}));
      reject(unavailable('The answer takes too long right now.', waitsFor(), advice));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The flows as one request asks them. It waits for the database whenever it does not wait for a flow. */
export function watched(flows: BookingFlows): { readonly flows: BookingFlows; readonly waitsFor: () => Dependency } {
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
    flows: {
      requestCode: (subject, issueNo) => watch(flows.requestCode(subject, issueNo)),
      carryOut: (subject, attempt) => watch(flows.carryOut(subject, attempt)),
      isUp: () => flows.isUp(),
    },
    waitsFor: () => (asking > 0 ? 'temporal' : 'database'),
  };
}
