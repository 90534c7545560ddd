import { AppError } from '../../schemas/errors.ts';

/** Whoever comes with something else when so much is under way or waits is sent away. */
const LONGEST = 6;

interface Line<T> {
  /** By attempt, those that wait and the one that is under way. */
  readonly calls: Map<string, Promise<T>>;
  last: Promise<unknown>;
}

/**
 * Lines of calls, one for each booking: of one line a call begins when the one before has ended. Many updates of one flow at once make
 * its worker lose its way: tasks fail, and who waits hears an error of ours.
 */
export class PerBookingQueue<T> {
  readonly #lines = new Map<string, Line<T>>();

  /**
   * Calls in turn; whoever asks for an attempt that waits or is under way gets its answer.
   * @throws AppError rate.limited when the line is too long; what `call` throws
   */
  async join(bookingId: string, attemptId: string, call: () => Promise<T>): Promise<T> {
    const line: Line<T> = this.#lines.get(bookingId) ?? { calls: new Map(), last: Promise.resolve() };
    const same = line.calls.get(attemptId);
    if (same) return same;
    if (line.calls.size >= LONGEST) throw tooManyAtOnce();
    const mine = line.last.then(call, call);
    line.calls.set(attemptId, mine);
    line.last = mine;
    this.#lines.set(bookingId, line);
    try {
      return await mine;
    } finally {
      line.calls.delete(attemptId);
      if (line.calls.size === 0) this.#lines.delete(bookingId);
    }
  }
}

const tooManyAtOnce = (): AppError =>
  new AppError(
    'rate.limited',
    'Too many calls for this booking at once. Wait for their answers, then repeat this one.',
    {
      reason: 'too_many_attempts',
      retryAfterSeconds: 3,
    },
  );
