import type { IncomingMessage } from 'node:http';
import type { RateClass } from '../../schemas/operation.ts';
import type { Caller, Failure } from '../core/call.ts';
import type { BodySize } from '../core/request.ts';
import type { ListedTool, Tool } from '../core/tools.ts';
import type { Question } from './question.ts';

/** An accepted request: its caller and the tools they see. */
export interface McpCaller {
  readonly ok: true;
  readonly caller: Caller;
  readonly list: readonly ListedTool[];
  /** All tools that role and scopes allow, listed or not. Set if the endpoint serves resources and prompts. */
  readonly allowed?: readonly ListedTool[];
}

/** One endpoint: its tools and callers. */
export interface McpService {
  readonly title: string;
  readonly instructions: string;
  readonly listCache: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
  /** Every tool by name. A tool not in the caller's list refuses them, as over REST. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** The class for messages that no operation counts. */
  readonly rateClass: RateClass;
  /** Number of messages that `callerOf` has already counted. */
  readonly countedBefore: 0 | 1;
  /** Maximum body size: large if a tool takes a file. */
  readonly bodySize: BodySize;
  /** A question that a tool may ask the person during a call. */
  readonly question?: Question;
  callerOf(request: IncomingMessage, from: Pick<Caller, 'ip' | 'requestId'>): Promise<McpCaller | Failure>;
  /** Refuses a request that is no POST before its method is; null: the method is what is wrong. */
  refusalOfProbe?(request: IncomingMessage): Failure | null;
  /** Refuses an accepted caller's messages before any of them runs. */
  refusalOf?(caller: McpCaller, messages: readonly unknown[]): Failure | null;
}
