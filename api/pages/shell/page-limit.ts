import type { Request } from 'express';
import { type Failure, failureOf } from '../../core/call.ts';
import { overLimit, type RateLimiter } from '../../core/limits.ts';

/** Requests that an operation or a page has counted. A failed page and its error page are one request. */
const counted = new WeakSet<Request>();

/** The operation counts the request: the page does not count it again. */
export const noteCounted = (request: Request): void => void counted.add(request);

/**
 * Counts the request as a read if nothing has counted it: pages that call no operation have no other limit.
 * @returns the refusal if the request is over the limit, or null
 */
export async function countPage(limiter: RateLimiter, request: Request): Promise<Failure | null> {
  if (counted.has(request)) return null;
  noteCounted(request);
  const { limited, state } = await limiter.count('publicRead', request.ip ?? '', undefined);
  return limited ? failureOf(overLimit(state), state) : null;
}
