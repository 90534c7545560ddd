import { setImmediate as turn } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { callerHeaders } from '../client.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { action } from './action.ts';

export const registerMcp = (program: Command): void => {
  program
    .command('mcp')
    .option('--public', "serve the guests' booking tools instead; no key needed")
    .action(action(bridge));
};

/** Forwards tools, resources and prompts of the HTTP endpoint, with the profile's key. stdout is for the protocol only. */
async function bridge(session: Session, options: { public?: true }): Promise<void> {
  const upstream = new Client({ name: 'holdfast-cli', version });
  // The SDK's transports are typed without exactOptionalPropertyTypes.
  await upstream.connect(transportOf(session, options.public === true) as never);
  const instructions = upstream.getInstructions();
  const { resources, prompts, completions } = upstream.getServerCapabilities() ?? {};
  const reading = resources && prompts && completions ? { resources: {}, prompts: {}, completions: {} } : {};
  const server = new Server(
    { name: 'holdfast', version },
    { capabilities: { tools: {}, ...reading }, ...(instructions === undefined ? {} : { instructions }) },
  );
  const calls = inFlight();
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => calls.add(upstream.listTools(params)));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => calls.add(upstream.callTool(params)));
  if ('resources' in reading) bridgeReading(server, upstream, calls);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await calls.ended();
  await upstream.close();
}

/** What a client reads besides tools. */
function bridgeReading(server: Server, upstream: Client, calls: ReturnType<typeof inFlight>): void {
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => calls.add(upstream.listResources(params)));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    calls.add(upstream.listResourceTemplates(params)),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => calls.add(upstream.readResource(params)));
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => calls.add(upstream.listPrompts(params)));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => calls.add(upstream.getPrompt(params)));
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => calls.add(upstream.complete(params)));
}

/** Calls that have no answer yet: the end of the input ends no call, as in a pipe of one request. */
function inFlight() {
  const calls = new Set<Promise<unknown>>();
  return {
    add<T>(call: Promise<T>): Promise<T> {
      calls.add(call);
      void call.catch(() => {}).finally(() => calls.delete(call));
      return call;
    },
    /** The SDK begins a call and writes its answer a turn later. */
    async ended(): Promise<void> {
      await turn();
      while (calls.size > 0) await Promise.allSettled(calls).then(() => turn());
    },
  };
}

function transportOf(session: Session, isPublic: boolean): StreamableHTTPClientTransport {
  const { endpoints } = session;
  if (isPublic) return new StreamableHTTPClientTransport(new URL(`${endpoints.publicUrl}/api/mcp/public/mcp`));
  const requestInit = { headers: callerHeaders(session.caller()) };
  return new StreamableHTTPClientTransport(new URL(`${endpoints.appUrl}/api/mcp/mcp`), { requestInit });
}
