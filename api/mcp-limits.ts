import { fingerprintOf, NOBODY } from './auth/credentials.ts';
import type { Caller } from './handler.ts';
import type { McpService } from './mcp.ts';
import type { Tool } from './mcp-tools.ts';
import type { RateLimiter, RateState } from './rate-limits.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Calls that reach an operation are counted there, in the operation's own class. */
const isCountedLater = (message: unknown, tools: ReadonlyMap<string, Tool>): boolean => {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false;
  const { name, arguments: input } = message.params;
  return typeof name === 'string' && tools.has(name) && (input === undefined || isObject(input));
};

/** The messages of a parsed body: those of a batch, else the body itself, of whatever shape. */
export const messagesOf = (body: unknown): readonly unknown[] =>
  Array.isArray(body) && body.length > 0 ? body : [body];

/**
 * Counts what no operation will: lists, handshakes, notifications and nonsense, each message of a batch as one call of the
 * endpoint's class.
 * @returns the state of the limit, once that is reached: then the whole request is to be refused
 */
export const countMessages = async (
  limiter: RateLimiter,
  { tools, rateClass }: Pick<McpService, 'tools' | 'rateClass'>,
  { ip, credentials = NOBODY }: Caller,
  messages: readonly unknown[],
): Promise<RateState | undefined> => {
  for (const message of messages) {
    if (isCountedLater(message, tools)) continue;
    const { limited, state } = await limiter.count(rateClass, ip, undefined, fingerprintOf(credentials));
    if (limited && state) return state;
  }
  return undefined;
};
