import { AppError } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { RateLimiter, RateVerdict } from '../core/limits.ts';
import { type Credentials, fingerprintOf, NO_CREDENTIALS } from './credentials.ts';

/** Each takes about 100 bytes. */
const MAX_REMEMBERED = 10_000;
const FREE: RateVerdict = { limited: false, state: null };

/** One attempt to authenticate a call. */
export interface Try {
  /** If limited: refuse before the look-up and before any other count. */
  readonly verdict: RateVerdict;
  /** The result of the look-up. Gives the try back if the credentials were valid or the look-up failed. */
  of<T>(lookUp: Promise<T>): Promise<T>;
  /** Gives the try back without a look-up. */
  refund(): Promise<void>;
}

type Judgement = 'right' | 'wrong' | 'unasked' | 'unknown';

/** Nobody comes to these by trying. Expired tokens come by the hundred from the few addresses of a hosted client, and must not block its others. */
const NOT_A_GUESS: Readonly<Record<string, Judgement>> = { csrf_mismatch: 'right', token_expired: 'unknown' };

/** A 403 means valid credentials. A 400 (a session without a workspace) does not count as valid, unless they were looked up first. */
const judgementOf = (error: unknown): Judgement => {
  if (!(error instanceof AppError)) return 'unknown';
  if (error.code === 'auth.required') return NOT_A_GUESS[String(error.details?.reason)] ?? 'wrong';
  if (error.code === 'request.invalid') return error.details?.reason === 'intent_not_taken' ? 'right' : 'unasked';
  return error.code === 'service.unavailable' ? 'unknown' : 'right';
};

/**
 * Limits wrong keys and sessions per address and minute. Counts a try before the look-up, because requests run in
 * parallel, and gives it back if valid. Credentials that worked lately in this process are exempt: others at their
 * address cannot block them.
 */
export class AuthFailureLimiter {
  readonly #limiter: RateLimiter;
  readonly #proved = new Set<string>();

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  async begin({ auth }: Pick<Operation, 'auth'>, ip: string, credentials: Credentials = NO_CREDENTIALS): Promise<Try> {
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

  /** Drops the oldest. */
  #remember(name: string): void {
    if (this.#proved.has(name)) return;
    const [oldest] = this.#proved;
    if (this.#proved.size >= MAX_REMEMBERED && oldest !== undefined) this.#proved.delete(oldest);
    this.#proved.add(name);
  }
}
