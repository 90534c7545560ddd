import { fingerprintOf, NO_CREDENTIALS } from '../auth/credentials.ts';
import type { Caller } from '../core/call.ts';
import type { RateLimiter, RateState } from '../core/limits.ts';
import type { Tool } from '../core/tools.ts';
import type { McpService } from './service.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** True for a call that should reach an operation: its own class counts it there. */
const isCountedLater = (message: unknown, tools: ReadonlyMap<string, Tool>): boolean => {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false;
  const { name, arguments: input } = message.params;
  return typeof name === 'string' && tools.has(name) && (input === undefined || isObject(input));
};

/** The tools that messages call, in their order. */
export const calledTools = (messages: readonly unknown[], tools: ReadonlyMap<string, Tool>): Tool[] =>
  messages.flatMap((message) => {
    if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return [];
    const tool = typeof message.params.name === 'string' ? tools.get(message.params.name) : undefined;
    return tool ? [tool] : [];
  });

/** Names of a tool’s arguments in other protocols. */
const NOT_ARGUMENTS = ['args', 'input', 'params', 'parameters'] as const;

/** The name under which a call has its arguments, if that is a wrong one: the SDK would drop them, and the tool run without. */
export function misnamedArguments(messages: readonly unknown[]): string | undefined {
  for (const message of messages) {
    if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) continue;
    const { params } = message;
    const misnamed = NOT_ARGUMENTS.find((name) => params[name] !== undefined);
    if (misnamed !== undefined && params.arguments === undefined) return misnamed;
  }
  return undefined;
}

/** The messages of a parsed body: those of a batch, else the body itself. */
export const messagesOf = (body: unknown): readonly unknown[] =>
  Array.isArray(body) && body.length > 0 ? body : [body];

type Counting = Pick<McpService, 'tools' | 'rateClass' | 'countedBefore'>;

const countTimes = async (
  limiter: RateLimiter,
  { rateClass }: Counting,
  { ip, credentials = NO_CREDENTIALS }: Caller,
  times: number,
): Promise<RateState | undefined> => {
  for (let counted = 0; counted < times; counted++) {
    const { limited, state } = await limiter.count(rateClass, ip, undefined, fingerprintOf(credentials));
    if (limited && state) return state;
  }
  return undefined;
};

/**
 * Counts the messages that reach no operation: lists, handshakes, notifications, malformed ones. Each counts as one
 * call of the endpoint's class. Both functions return the state of a reached limit: refuse the request.
 */
export const messageCount = (limiter: RateLimiter, service: Counting, caller: Caller, messages: readonly unknown[]) => {
  const { tools, countedBefore } = service;
  const foreseen = messages.slice(countedBefore).filter((message) => !isCountedLater(message, tools)).length;
  return {
    /** Counts what is known in advance. */
    before: () => countTimes(limiter, service, caller, foreseen),
    /** Counts calls that should have reached an operation but did not: no id, or another protocol. */
    after: (reached: number) =>
      countTimes(limiter, service, caller, messages.length - reached - countedBefore - foreseen),
  };
};
