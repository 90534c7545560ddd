import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { AppError } from '../../schemas/errors.ts';
import { sendFailure } from '../core/answer.ts';
import type { IpOf } from '../core/client-ip.ts';
import type { Dispatcher } from '../core/dispatcher.ts';
import { readJsonBody } from '../core/json-body.ts';
import type { Outcome } from '../core/outcome.ts';
import type { RateLimiter } from '../core/rate-limits.ts';
import { Rendered } from '../core/rendered.ts';
import { requestIdOf } from '../core/request-id.ts';
import type { ListedTool, Tool } from '../core/tools.ts';
import { unknownTool } from '../core/unknown-tool.ts';
import { dataOf, LIST_HERE, RPC_CODES, refuse, refuseFlood, reply, toWebRequest } from './http.ts';
import { messageCount, messagesOf } from './limits.ts';
import { type Holder, outputOf } from './reading/holder.ts';
import { READING, READING_CACHE, serveReading } from './reading/serve-reading.ts';
import type { McpCaller, McpService } from './service.ts';

/** A request in progress. */
interface McpRequest extends McpCaller {
  /** How many calls have reached an operation. */
  reached: number;
  /** Set once it has asked for the list: {@link LIST_HERE} stands in the answer. */
  listed?: readonly ListedTool[];
}

export interface McpOptions {
  readonly service: McpService;
  readonly dispatcher: Dispatcher;
  readonly limiter: RateLimiter;
  readonly ipOf: IpOf;
  readonly version: string;
  /** Our Host header values, with the port. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose web pages may call. Other clients send no Origin. */
  readonly origins: ReadonlySet<string>;
}

type CallResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

const toResult = (outcome: Outcome): CallResult => {
  // No structuredContent on errors: it would have to match the tool's output schema, and clients check that.
  if (!outcome.ok) return { content: [{ type: 'text', text: JSON.stringify(outcome.envelope) }], isError: true };
  const { output } = outcome;
  const value = (output instanceof Rendered ? output.value : output) as Record<string, unknown>;
  const text = output instanceof Rendered ? output.wire.text : JSON.stringify(output);
  return { content: [{ type: 'text', text }], structuredContent: value };
};

const foreign = (): AppError =>
  new AppError('auth.forbidden', 'Host or Origin not allowed', { reason: 'foreign_origin' });

const wrongMethod = (): AppError =>
  new AppError('request.invalid', 'Method not allowed: use POST', { reason: 'method_not_allowed', allow: ['POST'] });

const noSuchTool = (name: string, tools: McpService['tools']): ProtocolError => {
  const error = unknownTool(name, [...tools.keys()]);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, dataOf(error));
};

/** Who asks for resources and prompts: they are read as the tools of the same caller. */
const holderOf = (
  tools: McpService['tools'],
  allowed: readonly ListedTool[],
  run: (tool: Tool, input: unknown) => Promise<Outcome>,
): Holder => ({
  nowMs: Date.now(),
  mayRun: (name) => allowed.some((tool) => tool.name === name),
  async ask(name, input = {}) {
    const tool = tools.get(name);
    if (!tool) throw unknownTool(name, [...tools.keys()]);
    return outputOf(await run(tool, input));
  },
});

/** A stateless server for one request and its caller. */
const makeServer = ({ service, dispatcher, version }: McpOptions, mcpRequest: McpRequest): Server => {
  const { caller, list, allowed } = mcpRequest;
  const { title, instructions, listCache, tools } = service;
  const run = (tool: Tool, input: unknown) => dispatcher.dispatch(tool.area, tool.operationName, input, caller);
  const server = new Server(
    { name: 'holdfast', title, version },
    {
      capabilities: { tools: {}, ...(allowed && READING) },
      instructions,
      cacheHints: { 'tools/list': listCache, 'server/discover': listCache, ...(allowed && READING_CACHE) },
    },
  );
  if (allowed) serveReading(server, holderOf(tools, allowed, run));
  server.setRequestHandler('tools/list', () => {
    mcpRequest.listed = list;
    return { tools: [LIST_HERE as never] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw noSuchTool(params.name, tools);
    mcpRequest.reached++;
    return toResult(await run(tool, params.arguments ?? {}));
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

/** True for another host, or for a web page that is not ours (DNS rebinding): refuse the request. */
const isForeign = ({ hosts, origins }: McpOptions, { headers }: IncomingMessage): boolean =>
  !hosts.has((headers.host ?? '').toLowerCase()) ||
  (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase()));

/** Who shows no token may learn how to get one, whatever the method. */
const refuseMethod = (
  { refusalOfProbe }: McpService,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void => {
  const refusal = refusalOfProbe?.(request);
  if (refusal) sendFailure(response, requestId, refusal);
  else refuse(response, requestId, wrongMethod(), { status: 405, more: ['Allow', 'POST'] });
};

export interface McpEndpoint {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/**
 * An MCP endpoint: stateless, protocol 2026-07-28 and earlier on one path. Each request gets its own
 * server; the costly tool list is made once. Callers who are not accepted get an HTTP error in the API's envelope,
 * before any JSON-RPC.
 */
export const mcpEndpoint = (options: McpOptions): McpEndpoint => {
  const { service, limiter } = options;
  const requests = new WeakMap<Request, McpRequest>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const mcpRequest = requestInfo && requests.get(requestInfo);
      if (!mcpRequest) throw new Error('an MCP server without a request');
      return makeServer(options, mcpRequest);
    },
    { legacy: 'reject' },
  );

  const exchange = async (request: IncomingMessage, mcpRequest: McpRequest, parsedBody: unknown): Promise<Response> => {
    const web = toWebRequest(request);
    requests.set(web, mcpRequest);
    if (await isLegacyRequest(web, parsedBody)) return answerLegacy(makeServer(options, mcpRequest), web, parsedBody);
    return modern.fetch(web, { parsedBody });
  };

  /** The body of an accepted caller. */
  const answerAccepted = async (
    request: IncomingMessage,
    response: ServerResponse,
    accepted: McpCaller,
    requestId: string,
  ): Promise<void> => {
    const parsedBody = await readJsonBody(request, response, service.bodySize).catch((error: unknown) => error);
    const mcpRequest: McpRequest = { ...accepted, reached: 0 };
    const counting = messageCount(limiter, service, accepted.caller, messagesOf(parsedBody));
    const flood = await counting.before();
    if (flood) return refuseFlood(response, requestId, flood);
    if (parsedBody instanceof AppError) return refuse(response, requestId, parsedBody, { rpcCode: RPC_CODES.parse });
    const refusal = service.refusalOf?.(accepted, messagesOf(parsedBody));
    if (refusal) return sendFailure(response, requestId, refusal);
    const answer = await exchange(request, mcpRequest, parsedBody);
    const lateFlood = await counting.after(mcpRequest.reached);
    // Never withhold the result of a call.
    if (lateFlood && mcpRequest.reached === 0) return refuseFlood(response, requestId, lateFlood);
    await reply(response, requestId, answer, mcpRequest.listed);
  };

  return {
    async answer(request, response) {
      const requestId = requestIdOf(request);
      if (isForeign(options, request)) return refuse(response, requestId, foreign());
      if (request.method !== 'POST') return refuseMethod(service, request, response, requestId);
      // Before the body, which may be large: without a valid key it need not be sent.
      const accepted = await service.callerOf(request, { ip: options.ipOf(request), requestId });
      if (!accepted.ok) return sendFailure(response, requestId, accepted);
      if (!response.destroyed) await answerAccepted(request, response, accepted, requestId);
    },
    close: () => modern.close(),
  };
};
