/** Both sides of the MCP rows, each in its own process: `product`, or `sdk`, the SDK's high-level server made per request. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { createDispatcher } from '../../api/core/dispatch.ts';
import { createRateLimiter } from '../../api/core/limits.ts';
import { clientIpOf, readJsonBody, requestIdOf } from '../../api/core/request.ts';
import type { Services } from '../../api/core/services.ts';
import { reply, toWebRequest } from '../../api/mcp/http.ts';
import { mcpEndpoint } from '../../api/mcp/mcp.ts';
import { publicMcp } from '../../api/mcp/public.ts';
import type { Operation } from '../../schemas/operation.ts';
import { serveFloor } from './floor-process.ts';
import { catalogue, catalogueHandlers, readAnswer } from './mcp-catalogue.ts';

const VERSION = '1.0.0';

/** The product's endpoint with limits, checks, metrics and log; before Express, as in the product. */
function product(hosts: ReadonlySet<string>): RequestListener {
  const log = pino({ level: 'warn' });
  const services = { version: VERSION, log } as unknown as Services;
  const limiter = createRateLimiter({ factor: 1_000_000, log });
  const dispatcher = createDispatcher(catalogue, catalogueHandlers, services, { limiter });
  const endpoint = mcpEndpoint({
    service: publicMcp(catalogue),
    dispatcher,
    limiter,
    ipOf: clientIpOf(false),
    version: VERSION,
    hosts,
    origins: new Set(),
  });
  return (request, response) => endpoint.answer(request, response);
}

const register = (server: McpServer, { tool, title, summary, input, output, effect }: Operation): void => {
  const readOnlyHint = effect === 'read';
  const annotations = { readOnlyHint, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const described = { title, description: summary, inputSchema: input, outputSchema: output, annotations };
  server.registerTool(
    tool ?? '',
    described as never,
    (async (args: never) => {
      const answer = await readAnswer(args);
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
    }) as never,
  );
};

/** As in the SDK's documentation: one server with its tools for each request. The HTTP part is the product's. */
function sdk(): RequestHandler {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: VERSION });
    for (const operation of Object.values(catalogue.bench)) register(server, operation);
    return server;
  });
  return async (request, response) => {
    const parsedBody = await readJsonBody(request, response);
    await reply(response, requestIdOf(request), await handler.fetch(toWebRequest(request), { parsedBody }));
  };
}

serveFloor<'start', { port: number }>(
  () =>
    new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        const isProduct = process.argv[2] === 'product';
        server.on('request', isProduct ? product(new Set([`127.0.0.1:${port}`])) : express().post('/mcp', sdk()));
        resolve({ port });
      });
    }),
);
