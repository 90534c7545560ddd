import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Auth } from './shapes/access.ts';

/** Operations by area and name: the contract, or a test's own. */
export type Areas = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** How often a caller may call; the limits are in `api/core/limits.ts`. */
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
 * An operation. This declaration gives the REST route, MCP tool, OpenAPI entry and handler type.
 *
 * `input` is one object. REST merges path and query (GET, DELETE) or body (others) into it; MCP passes arguments.
 */
export interface Operation {
  readonly title: string;
  /** For people and agents: when to use it, what it changes. */
  readonly summary: string;
  /** public: {public_url}/api/v1/public. host: {app_url}/api/v1. page: for the web page at its path, unpublished. */
  readonly surface: 'public' | 'host' | 'page';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** Each call creates another one: after no answer, look before you call again. */
  readonly makesAnother?: true;
  /** A write that changes nothing when it is repeated; its summary says so. */
  readonly repeatable?: true;
  /** It asks sources outside of this service. */
  readonly looksOutside?: true;
  /** A flow stands behind it: keyed answers carry the flow's id in X-Workflow-Id, failures too. */
  readonly flow?: true;
  /** It reads or works through much text: few at once run for one person (docs/decisions/api.md#fair-use). It starts no flow. */
  readonly heavy?: true;
  /** The body may hold a file: 400 kB instead of 100. */
  readonly largeBody?: true;
  /** It runs tools by name: its errors name tools, where those of other operations name paths. */
  readonly runsTools?: true;
  /** A write that is allowed in an unpaid workspace. */
  readonly worksWhileLocked?: true;
  /** Not derived from the method: two GETs of the spec write. A GET that writes answers HEAD with 405. */
  readonly effect: 'read' | 'write' | 'destroy';
  /** Input fields that its line in the log has: ids and fixed words, never text. A restored database does not know what they did. */
  readonly logged?: readonly string[];
  readonly rateClass: RateClass;
  /** The MCP tool's name; absent where the operation has none. */
  readonly tool?: string;
  /** Default: JSON. Other types send the output as text. */
  readonly contentType?: 'text/calendar; charset=utf-8; method=PUBLISH';
  /** 200 if absent. */
  readonly success?: 201;
  /** The status for an output. Default: `success`. */
  readonly statusOf?: (output: Record<string, unknown>) => 200 | 503;
  readonly errors: readonly ErrorCode[];
  /** Input fields for the example of a call, where what is required says too little (api/openapi/examples.ts makes the others). */
  readonly example?: Readonly<Record<string, unknown>>;
  /** A strict object refuses unknown fields and says so in its schema; else they are ignored (docs/decisions/api.md#unknown-arguments). */
  readonly input: z.ZodObject;
  /** Of its MCP tool, where that takes something in place of the parts of the path. What it stands for goes on as `input`. */
  readonly toolInput?: z.ZodObject;
  readonly output: z.ZodType;
}

export const defineArea = <const T extends Record<string, Operation>>(operations: T): T => operations;

export type Input<O extends Operation> = z.output<O['input']>;
export type Output<O extends Operation> = z.input<O['output']>;
