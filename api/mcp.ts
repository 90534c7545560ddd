import {
  createMcpHandler,
  isLegacyRequest,
  PARSE_ERROR,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as NodeRequest, Response as NodeResponse } from 'express';
import { AppError } from '../schemas/errors.ts';
import type { Areas, Dispatcher, Outcome } from './dispatch.ts';
import { type Caller, Rendered } from './handler.ts';
import { readJsonBody } from './json-body.ts';
import { refuse, refuseFlood, reply, toWebRequest } from './mcp-http.ts';
import { countMessages } from './mcp-limits.ts';
import { mcpTools, type Tool } from './mcp-tools.ts';
import type { RateLimiter } from './rate-limits.ts';
import { requestIdOf } from './request-id.ts';

export interface McpOptions {
  readonly contract: Areas;
  readonly dispatcher: Dispatcher;
  readonly limiter: RateLimiter;
  readonly version: string;
  /** Host header values that are ours, port included. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose pages may call; a request without Origin is no page's. */
  readonly origins: ReadonlySet<string>;
}

type CallResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

const INSTRUCTIONS = [
  'Book a meeting for a guest in four steps:',
  '1. find_bookable_calendar: the host’s event types and the questions each asks.',
  '2. get_availability: open slots in the guest’s time zone. Let the guest choose one.',
  '3. request_booking_code: mails a six-digit code to the guest. Never guess a code; ask the guest to read it out.',
  '4. confirm_booking: books startUtc of the chosen slot with that code.',
  'Errors are JSON with error.code, error.message and error.details; they say how to repair the call.',
].join('\n');

/** The list is the same for everyone and changes with a release only. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'public' } as const;

const toResult = (outcome: Outcome): CallResult => {
  // No structuredContent on errors: it would have to match the tool's output schema, and clients check that.
  if (!outcome.ok) return { content: [{ type: 'text', text: JSON.stringify(outcome.envelope) }], isError: true };
  const { output } = outcome;
  const value = (output instanceof Rendered ? output.value : output) as Record<string, unknown>;
  const text = output instanceof Rendered ? output.bytes.toString('utf8') : JSON.stringify(output);
  return { content: [{ type: 'text', text }], structuredContent: value };
};

/** A server for one request: it knows the caller and keeps nothing. */
const makeServer = (
  { dispatcher, version }: McpOptions,
  tools: ReadonlyMap<string, Tool>,
  list: object[],
  caller: Caller,
): Server => {
  const server = new Server(
    { name: 'holdfast', title: 'Holdfast public booking', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': LIST_CACHE, 'server/discover': LIST_CACHE },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: list as never }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 128)}`);
    return toResult(await dispatcher.dispatch(tool.area, tool.operationName, params.arguments ?? {}, caller));
  });
  return server;
};

/** Protocols up to 2025-11-25, answered with plain JSON: curl and simple clients need no event stream. */
const answerLegacy = async (server: Server, request: Request, parsedBody: unknown): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};

/** Why a request may not come in at all: it was sent to another host, or by a page that is not ours (DNS rebinding). */
const isForeign = ({ hosts, origins }: McpOptions, { headers }: NodeRequest): boolean =>
  !hosts.has((headers.host ?? '').toLowerCase()) ||
  (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase()));

export interface McpEndpoint {
  answer(request: NodeRequest, response: NodeResponse): Promise<void>;
  close(): Promise<void>;
}

/**
 * The public MCP endpoint: stateless, tools only, the protocol of 2026-07-28 and the earlier ones on one path. Each
 * request gets a server of its own; what is costly, the tool list, is made once.
 */
export const mcpEndpoint = (options: McpOptions): McpEndpoint => {
  const tools = mcpTools(options.contract, 'public');
  const list = [...tools.values()].map((tool) => tool.listed);
  const callers = new WeakMap<Request, Caller>();
  const unknownCaller: Caller = { ip: '', source: 'public_mcp', requestId: '' };
  const serve = (request: Request | undefined): Server =>
    makeServer(options, tools, list, (request && callers.get(request)) ?? unknownCaller);
  const modern = createMcpHandler(({ requestInfo }) => serve(requestInfo), {
    legacy: 'reject',
  });

  const exchange = async (request: NodeRequest, requestId: string, parsedBody: unknown): Promise<Response> => {
    const web = toWebRequest(request);
    callers.set(web, { ip: request.ip ?? '', source: 'public_mcp', requestId });
    if (await isLegacyRequest(web, parsedBody)) return answerLegacy(serve(web), web, parsedBody);
    return modern.fetch(web, { parsedBody });
  };

  return {
    async answer(request, response) {
      const requestId = requestIdOf(request);
      if (isForeign(options, request)) return refuse(response, requestId, 403, -32_000, 'Host or Origin not allowed');
      if (request.method !== 'POST')
        return refuse(response, requestId, 405, -32_000, 'Method not allowed: use POST', ['Allow', 'POST']);
      const parsedBody = await readJsonBody(request, response).catch((error: unknown) => error);
      const flood = await countMessages(options.limiter, tools, request.ip ?? '', parsedBody);
      if (flood) return refuseFlood(response, requestId, flood);
      if (parsedBody instanceof AppError) return refuse(response, requestId, 400, PARSE_ERROR, parsedBody.message);
      await reply(response, requestId, await exchange(request, requestId, parsedBody));
    },
    close: () => modern.close(),
  };
};
