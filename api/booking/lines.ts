import { AppError } from '../../schemas/errors.ts';

/** Whoever comes when so many are under way or wait is sent away. */
const LONGEST = 6;

/**
 * Lines of calls, one for each booking: of one line a call begins when the one before has ended. Many updates of one flow at once make
 * its worker lose its way: tasks fail, and who waits hears an error of ours.
 */
export class Lines {
  readonly #ends = new Map<string, { count: number; last: Promise<unknown> }>();

  /** @throws AppError rate.limited when the line is too long; what `call` throws */
  async join<T>(bookingId: string, call: () => Promise<T>): Promise<T> {
    const line = this.#ends.get(bookingId) ?? { count: 0, last: Promise.resolve() };
    if (line.count >= LONGEST) throw tooManyAtOnce();
    const mine = line.last.then(call, call);
    line.count++;
    line.last = mine;
    this.#ends.set(bookingId, line);
    try {
      return await mine;
    } finally {
      line.count--;
      if (line.count === 0) this.#ends.delete(bookingId);
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
