import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AppError } from '../../schemas/errors.ts';
import { Rendered } from '../core/answer.ts';
import { type Dispatcher, failureOf, type Outcome } from '../core/call.ts';
import { unknownTool } from '../core/repair/tool-names.ts';
import type { ListedTool, Tool } from '../core/tools.ts';
import { briefOf, briefRefusal } from './brief.ts';
import { type Aimed, followLink, withEvent } from './calendar-link.ts';
import { dataOf, LIST_HERE } from './http.ts';
import { askPerson, type Question } from './question.ts';
import { type Holder, outputOf } from './reading/holder.ts';
import { READING, READING_CACHE, serveReading } from './reading/reading.ts';
import type { McpCaller, McpService } from './service.ts';

/** A request in progress. */
export interface McpRequest extends McpCaller {
  /** How many calls have reached an operation. */
  reached: number;
  /** Set once it has asked for the list: {@link LIST_HERE} stands in the answer. */
  listed?: readonly ListedTool[];
}

/** The parts of a server. */
interface Served {
  readonly service: McpService;
  readonly dispatcher: Dispatcher;
  readonly version: string;
  /** Our Host header values, with the port. */
  readonly hosts: ReadonlySet<string>;
}

type CallResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

const toResult = (tool: string, { input, parts }: Aimed, outcome: Outcome): CallResult => {
  // No structuredContent on errors: it would have to match the tool's output schema, and clients check that.
  if (!outcome.ok)
    return { content: [{ type: 'text', text: JSON.stringify(briefRefusal(outcome.envelope)) }], isError: true };
  const { output } = outcome;
  const value = (output instanceof Rendered ? output.value : output) as Record<string, unknown>;
  const short = briefOf(tool, input, value);
  const brief = parts ? { ...parts, ...short } : short;
  const text = output instanceof Rendered && brief === value ? output.wire.text : JSON.stringify(brief);
  return { content: [{ type: 'text', text }], structuredContent: brief };
};

const noSuchTool = (name: string, tools: McpService['tools']): ProtocolError => {
  const error = unknownTool(name, tools);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, dataOf(error));
};

/** Asks the person if the tool's question is open; else the input stays as it is. */
function askFirst(question: Question | undefined, name: string, call: Parameters<typeof askPerson>[1]) {
  if (question?.tool !== name) return { input: call.input };
  try {
    return askPerson(question, call);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { failure: failureOf(error, null) };
  }
}

/** The reader of resources and prompts: they are read as the tools of the same caller. */
const holderOf = (
  tools: McpService['tools'],
  allowed: readonly ListedTool[],
  run: (tool: Tool, input: unknown) => Promise<Outcome>,
): Holder => ({
  nowMs: Date.now(),
  mayRun: (name) => allowed.some((tool) => tool.name === name),
  async ask(name, input = {}) {
    const tool = tools.get(name);
    if (!tool) throw unknownTool(name, tools);
    return outputOf(await run(tool, input));
  },
});

/** A stateless server for one request and its caller. */
export const makeServer = ({ service, dispatcher, version, hosts }: Served, mcpRequest: McpRequest): Server => {
  const { caller, list, allowed } = mcpRequest;
  const { title, instructions, listCache, tools, question } = service;
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
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name);
    if (!tool) throw noSuchTool(params.name, tools);
    const capabilities = server.getClientCapabilities();
    const given = { tool, input: params.arguments ?? {}, capabilities, responses: mcpReq.inputResponses };
    const asked = askFirst(question, params.name, given);
    if ('failure' in asked) return toResult(params.name, { input: null }, asked.failure);
    if ('ask' in asked) return asked.ask;
    const here = {
      hosts,
      follow: (token: string) => dispatcher.dispatch('links', 'followShortLink', { token }, caller),
      look: (event: object) => dispatcher.dispatch('bookable', 'listSlots', { ...event, limit: 1 }, caller),
    };
    const aimed = await followLink(tool.operation, asked.input, here);
    if ('failure' in aimed) return toResult(params.name, { input: null }, aimed.failure);
    mcpRequest.reached++;
    return toResult(params.name, aimed, await withEvent(await run(tool, aimed.input), aimed, here));
  });
  return server;
};
