import type { Request } from 'express';
import { type Failure, failureOf } from '../../core/outcome.ts';
import { overLimit, type RateLimiter } from '../../core/rate-limits.ts';

/** By an operation or as a page. A page that breaks and the one that says so are of one request. */
const counted = new WeakSet<Request>();

/** From here on the request is counted as whatever it has asked for. */
export const noteCounted = (request: Request): void => void counted.add(request);

/**
 * Counts the request like a read, if nothing has counted it yet: pages that ask no operation have no other limit.
 * @returns what to answer where it was one too many, or null
 */
export async function countPage(limiter: RateLimiter, request: Request): Promise<Failure | null> {
  if (counted.has(request)) return null;
  noteCounted(request);
  const { limited, state } = await limiter.count('publicRead', request.ip ?? '', undefined);
  return limited ? failureOf(overLimit(state), state) : null;
}
