import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { AppError } from '../../schemas/errors.ts';
import { sendFailure } from '../core/answer.ts';
import type { Dispatcher } from '../core/call.ts';
import type { RateLimiter } from '../core/limits.ts';
import { hasPrototypeName, type IpOf, readJsonBody, requestIdOf } from '../core/request.ts';
import { RPC_CODES, refuse, refuseFlood, reply, toWebRequest } from './http.ts';
import { messageCount, messagesOf, misnamedArguments } from './limits.ts';
import { type McpRequest, makeServer } from './make-server.ts';
import type { McpCaller, McpService } from './service.ts';

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

const foreign = (): AppError =>
  new AppError('auth.forbidden', 'Host or Origin not allowed', { reason: 'foreign_origin' });

/** @throws AppError request.invalid also for a name that the SDK would drop before any tool sees it */
async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bodySize }: McpService,
): Promise<unknown> {
  const body = await readJsonBody(request, response, bodySize);
  const misnamed = misnamedArguments(messagesOf(body));
  if (misnamed !== undefined)
    throw new AppError(
      'request.invalid',
      `A tool's arguments are called arguments, not ${misnamed}. Nothing was run.`,
      {
        issues: [
          { path: `params.${misnamed}`, message: 'is unknown, did you mean arguments?', didYouMean: ['arguments'] },
        ],
      },
    );
  if (!hasPrototypeName(body)) return body;
  const issues = [{ path: '__proto__', message: 'is unknown' }];
  throw new AppError('request.invalid', '"__proto__" is unknown: no tool has a field of that name. Leave it out.', {
    issues,
  });
}

const wrongMethod = (): AppError =>
  new AppError('request.invalid', 'Method not allowed: use POST', { reason: 'method_not_allowed', allow: ['POST'] });

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

/** A caller without a token learns how to get one, for every method. */
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
    const parsedBody = await readBody(request, response, service).catch((error: unknown) => error);
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
