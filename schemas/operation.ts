import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Auth } from './shapes/access.ts';

/** How often a caller may call; the numbers stand in `api/core/rate-limits.ts`. */
export type RateClass =
  | 'publicRead'
  | 'code'
  | 'booking'
  | 'register'
  | 'signIn'
  | 'userCode'
  | 'keyed'
  | 'tool'
  | 'unlimited';

/**
 * What an operation is. One declaration makes its REST route, MCP tool, OpenAPI entry and the type of its handler.
 *
 * `input` is one object: REST merges path and query (GET, DELETE) or path and body (others) into it, MCP passes arguments.
 */
export interface Operation {
  readonly title: string;
  /** For people and agents: when to use it, what it changes. */
  readonly summary: string;
  /** public: {public_url}/api/v1/public. host: {app_url}/api/v1. page: asked by the page at its path alone, and never published. */
  readonly surface: 'public' | 'host' | 'page';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** Each call makes one more, so that whoever heard nothing must look before they call again. */
  readonly makesAnother?: true;
  /** Its body may carry a file: 400 kB instead of 100. */
  readonly largeBody?: true;
  /** A write that an unpaid workspace may still do. */
  readonly worksWhileLocked?: true;
  /** Declared, never guessed from the method: two GETs of the spec write. A GET that writes answers HEAD with 405. */
  readonly effect: 'read' | 'write' | 'destroy';
  readonly rateClass: RateClass;
  /** The MCP tool's name; absent where the operation has none. */
  readonly tool?: string;
  /** JSON unless said. Other types answer the output as text. */
  readonly contentType?: 'text/calendar; charset=utf-8; method=PUBLISH';
  /** 200 if absent. */
  readonly success?: 201;
  /** A status that the output decides; `success` for all others. */
  readonly statusOf?: (output: Record<string, unknown>) => 200 | 503;
  readonly errors: readonly ErrorCode[];
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
}

export const defineArea = <const T extends Record<string, Operation>>(operations: T): T => operations;

export type Input<O extends Operation> = z.output<O['input']>;
export type Output<O extends Operation> = z.input<O['output']>;
