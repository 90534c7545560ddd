import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import type { Answer, Asked } from '../http.ts';
import { GraphFailure, syncStateNotFound, tokenRefused, tooManyAtOnce } from './failure.ts';

const ANSWERED = ['401', '403', '429', '5xx', 'cutBefore'];

/** A request on its way through the faults that wait for it. Without a `match`, faults are for Graph alone. */
export async function throughFaults(
  faults: Faults,
  asked: Asked,
  next: () => Promise<Answer>,
  afterPage: () => void,
): Promise<Answer> {
  const { pathname, searchParams, origin } = asked.url;
  const take = (...kinds: readonly string[]) =>
    faults.take(kinds, `${asked.method} ${pathname}`, !pathname.startsWith('/v1.0/'));
  const slow = take('slow');
  if (slow) await delay(slow.delayMs, undefined, { ref: false });
  if (searchParams.has('$deltatoken') && take('410')) return syncStateNotFound(origin + pathname);
  const refused = take(...ANSWERED);
  if (refused) return answerOf(refused);
  const cut = take('cut');
  const answer = await next();
  if (cut) return { ...answer, cut: true };
  const isPage = typeof answer.body === 'object' && '@odata.nextLink' in answer.body;
  if (isPage && take('pagingChanges')) afterPage();
  return answer;
}

function answerOf({ kind, reason, status, retryAfterSeconds }: Fault): Answer {
  if (kind === 'cutBefore') return { status: 200, cut: true };
  if (kind === '401') return tokenRefused().answer;
  if (kind === '403') return new GraphFailure(403, reason ?? 'ErrorAccessDenied', 'Access is denied.').answer;
  if (kind === '429') return tooManyAtOnce(retryAfterSeconds ?? 10);
  // Bodies of 5xx are often pages of a proxy, not Graph's.
  const later = retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } };
  return { status, body: '<html><body>Service unavailable</body></html>', ...later };
}

/** Exchange works on so many requests of an app at once in one mailbox. */
const MOST_AT_ONCE = 4;

/** Counts the requests under way in each mailbox. */
export class AtOnce {
  readonly #counts = new Map<string, number>();
  /** The largest count so far. */
  most = 0;

  /** @param mailbox null: not of a mailbox */
  async limited(mailbox: string | null, work: () => Promise<Answer>): Promise<Answer> {
    if (mailbox === null) return work();
    const count = (this.#counts.get(mailbox) ?? 0) + 1;
    this.most = Math.max(this.most, count);
    if (count > MOST_AT_ONCE) return tooManyAtOnce(1);
    this.#counts.set(mailbox, count);
    try {
      return await work();
    } finally {
      this.#counts.set(mailbox, (this.#counts.get(mailbox) ?? 1) - 1);
    }
  }
}
