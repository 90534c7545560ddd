import { AppError } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { RateLimiter, RateVerdict } from '../core/rate-limits.ts';
import { type Credentials, fingerprintOf, NOBODY } from './credentials.ts';

/** Each costs some hundred bytes. */
const MOST_REMEMBERED = 10_000;
const FREE: RateVerdict = { limited: false, state: null };

/** One call's credentials on their way to the look-up. */
export interface Try {
  /** Limited: refuse, before anything is looked up or counted under a name that the caller chose. */
  readonly verdict: RateVerdict;
  /** What the look-up says of them; its address has the try back, unless they were wrong. */
  of<T>(lookUp: Promise<T>): Promise<T>;
  /** Nothing was looked up. */
  refund(): Promise<void>;
}

type Judgement = 'right' | 'wrong' | 'unasked' | 'unknown';

/** Whoever is refused for what they may not do was recognised; an unreadable request asked nobody. */
const judgementOf = (error: unknown): Judgement => {
  if (!(error instanceof AppError)) return 'unknown';
  if (error.code === 'auth.required') return error.details?.reason === 'csrf_mismatch' ? 'right' : 'wrong';
  if (error.code === 'request.invalid') return 'unasked';
  return error.code === 'service.unavailable' ? 'unknown' : 'right';
};

/**
 * How many wrong keys and sessions an address may show in a minute. Each try is taken before the look-up and given back after a
 * good one, so that not even many at once get further. Credentials that worked lately in this process are not held up by others'
 * tries from the same address.
 */
export class AuthFailureLimiter {
  readonly #limiter: RateLimiter;
  readonly #proved = new Set<string>();

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  async begin({ auth }: Pick<Operation, 'auth'>, ip: string, credentials: Credentials = NOBODY): Promise<Try> {
    const name = fingerprintOf(credentials);
    const isAsked = auth === 'person' || typeof auth === 'object';
    const pass: Try = { verdict: FREE, of: (lookUp) => lookUp, refund: async () => {} };
    if (!isAsked || name === undefined) return pass;
    const isTaken = !this.#proved.has(name);
    const verdict = isTaken ? await this.#limiter.count('wrongCredentials', ip, undefined) : FREE;
    const giveBack = async () => {
      if (isTaken) await this.#limiter.refund('wrongCredentials', ip);
    };
    const settle = async (judgement: Judgement): Promise<void> => {
      if (judgement === 'right') this.#remember(name);
      if (judgement === 'right' || judgement === 'unknown') return giveBack();
      if (judgement === 'wrong' && this.#proved.delete(name))
        await this.#limiter.count('wrongCredentials', ip, undefined);
    };
    return {
      verdict,
      refund: giveBack,
      async of(lookUp) {
        try {
          const found = await lookUp;
          await settle('right');
          return found;
        } catch (error) {
          await settle(judgementOf(error));
          throw error;
        }
      },
    };
  }

  /** The oldest goes first. */
  #remember(name: string): void {
    if (this.#proved.has(name)) return;
    const [oldest] = this.#proved;
    if (this.#proved.size >= MOST_REMEMBERED && oldest !== undefined) this.#proved.delete(oldest);
    this.#proved.add(name);
  }
}
