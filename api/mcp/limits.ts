import { fingerprintOf, NOBODY } from '../auth/credentials.ts';
import type { Caller } from '../core/caller.ts';
import type { RateLimiter, RateState } from '../core/rate-limits.ts';
import type { Tool } from '../core/tools.ts';
import type { McpService } from './service.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Such a call should reach an operation, and is then counted there, in the operation's own class. */
const isCountedLater = (message: unknown, tools: ReadonlyMap<string, Tool>): boolean => {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false;
  const { name, arguments: input } = message.params;
  return typeof name === 'string' && tools.has(name) && (input === undefined || isObject(input));
};

/** The messages of a parsed body: those of a batch, else the body itself, of whatever shape. */
export const messagesOf = (body: unknown): readonly unknown[] =>
  Array.isArray(body) && body.length > 0 ? body : [body];

type Counting = Pick<McpService, 'tools' | 'rateClass' | 'countedAtTheDoor'>;

const countTimes = async (
  limiter: RateLimiter,
  { rateClass }: Counting,
  { ip, credentials = NOBODY }: Caller,
  times: number,
): Promise<RateState | undefined> => {
  for (let counted = 0; counted < times; counted++) {
    const { limited, state } = await limiter.count(rateClass, ip, undefined, fingerprintOf(credentials));
    if (limited && state) return state;
  }
  return undefined;
};

/**
 * Counts what no operation will: lists, handshakes, notifications and nonsense, each message of a batch as one call of the
 * endpoint's class. Either way round it answers the state of the limit once that is reached: the request is to be refused.
 */
export const messageCount = (limiter: RateLimiter, service: Counting, caller: Caller, messages: readonly unknown[]) => {
  const { tools, countedAtTheDoor } = service;
  const foreseen = messages.slice(countedAtTheDoor).filter((message) => !isCountedLater(message, tools)).length;
  return {
    /** What can be told before anything is done. */
    before: () => countTimes(limiter, service, caller, foreseen),
    /** Calls that looked as if they would reach an operation, and did not: without an id, say, or of another protocol. */
    after: (reached: number) =>
      countTimes(limiter, service, caller, messages.length - reached - countedAtTheDoor - foreseen),
  };
};
