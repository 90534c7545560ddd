import type { Request as NodeRequest } from 'express';
import type { RateClass } from '../../schemas/operation.ts';
import type { Caller } from '../core/caller.ts';
import type { BodySize } from '../core/json-body.ts';
import type { Failure } from '../core/outcome.ts';
import type { ListedTool, Tool } from '../core/tools.ts';

/** A request that was let in: who sends it, and the tools they are shown. */
export interface McpCaller {
  readonly ok: true;
  readonly caller: Caller;
  readonly list: readonly ListedTool[];
}

/** What one endpoint serves, and to whom. */
export interface McpService {
  readonly title: string;
  readonly instructions: string;
  readonly listCache: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
  /** Every tool by name. One that a caller is not shown refuses them as it does over REST. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Against what messages count that no operation will count. */
  readonly rateClass: RateClass;
  /** How many messages of a request are counted by letting it in. */
  readonly countedAtTheDoor: 0 | 1;
  /** What a message may weigh: large where a tool takes a file. */
  readonly bodySize: BodySize;
  admit(request: NodeRequest, requestId: string): Promise<McpCaller | Failure>;
}
