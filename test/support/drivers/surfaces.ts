import { afterAll } from 'vitest';
import type { z } from 'zod';
import { MCP_PATH } from '../../../api/mcp/path.ts';
import type { Contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { bookable } from '../../../schemas/operations/bookable.ts';
import { manage } from '../../../schemas/operations/booking/manage.ts';
import { publicBooking } from '../../../schemas/operations/booking/public-booking.ts';
import type { Stack } from '../stack/stack.ts';
import { type HttpAnswer, http } from './http.ts';
import { type ToolCaller, toolCaller } from './mcp-client.ts';
import { wholeRefusal } from './whole-refusal.ts';

export type Surface = 'REST' | 'MCP';
/** For operations that both surfaces serve. */
export const surfaces: readonly Surface[] = ['REST', 'MCP'];

type PublicOperations = Contract['bookable'] & typeof publicBooking & typeof manage;
const operations: PublicOperations = { ...bookable, ...publicBooking, ...manage };
export type OperationName = keyof PublicOperations;

export interface Refusal {
  readonly code: string;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: details are each refusal's own; tests say what they expect.
  readonly details?: any;
}

export type Outcome<T> =
  | { readonly ok: true; readonly output: T; readonly answer?: HttpAnswer }
  | { readonly ok: false; readonly error: Refusal; readonly status?: number; readonly answer?: HttpAnswer };

export interface Caller {
  readonly surface: Surface;
  /** Calls an operation with one input object. `from` is the client's address, where the stack trusts a proxy. */
  call<Name extends OperationName>(
    name: Name,
    input: Readonly<Record<string, unknown>>,
    from?: string,
  ): Promise<Outcome<z.output<PublicOperations[Name]['output']>>>;
}

/** Calls one stack over one surface: REST, or MCP by the official client, which checks each answer against the tool's schema. */
export function callerOver(surface: Surface, stack: () => Stack): Caller {
  const tools = toolCaller(() => `${stack().publicUrl}${MCP_PATH}`);
  afterAll(() => tools.close());
  return {
    surface,
    async call(name, input, from = '') {
      const operation: Operation = operations[name];
      const outcome =
        surface === 'REST'
          ? await callRest(stack(), operation, input, from)
          : await callTool(tools, operation, input, from);
      return outcome as Outcome<z.output<PublicOperations[typeof name]['output']>>;
    },
  };
}

const forwarded = (from: string): Record<string, string> => (from === '' ? {} : { 'X-Forwarded-For': from });

async function callTool(
  tools: ToolCaller,
  { tool, title, input: { shape: inputShape } }: Operation,
  input: Readonly<Record<string, unknown>>,
  from: string,
): Promise<Outcome<unknown>> {
  if (tool === undefined) throw new Error(`${title} has no tool: call it over REST`);
  // The whole answer, as by REST; without it MCP answers in brief.
  const whole = 'detail' in inputShape ? { ...input, detail: 'full' } : input;
  const answer = await tools.call(tool, whole, forwarded(from));
  const [content] = answer.content;
  const value = JSON.parse(content?.text ?? '');
  if (answer.isError) return { ok: false, error: wholeRefusal(value.error) };
  return { ok: true, output: answer.structuredContent };
}

async function callRest(
  { publicUrl }: Stack,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  from: string,
): Promise<Outcome<unknown>> {
  const answer = await http(...restCall(publicUrl, operation, input, from));
  if (answer.status === 200) {
    return { ok: true, output: operation.contentType ? answer.text : answer.json(), answer };
  }
  return { ok: false, status: answer.status, error: answer.json().error, answer };
}

type RestCall = Parameters<typeof http>;

/** The HTTP call of an operation with one input: fills the path, the rest is the query or the body. */
export function restCall(
  publicUrl: string,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  input: Readonly<Record<string, unknown>>,
  from = '',
): RestCall {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = `${publicUrl}/api/v1/public${filled}`;
  if (method === 'GET') return [`${url}${queryOf(rest)}`, { headers: forwarded(from) }];
  const headers = { 'Content-Type': 'application/json', ...forwarded(from) };
  return [url, { method, headers, body: JSON.stringify(rest) }];
}

/** Lists repeat their name. Objects are written as `name[key]=value`. */
function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}

function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map((item) => [name, String(item)]);
  if (value === null || typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => pairsOf(`${name}[${key}]`, item));
}

/** The output of a call that must succeed. */
export function outputOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.output;
  throw new Error(`refused: ${JSON.stringify(outcome.error)}`);
}

const STATUSES: Readonly<Record<string, number>> = {
  'request.invalid': 400,
  'billing.upgrade_required': 402,
  'resource.not_found': 404,
  'resource.conflict': 409,
  'request.unprocessable': 422,
  'rate.limited': 429,
  'internal.unexpected': 500,
  'service.unavailable': 503,
};

/** The error of a call that must fail, with its status. Over MCP the status is that of the code. */
export function refusalOf(outcome: Outcome<unknown>): Refusal & { readonly status: number } {
  if (outcome.ok) throw new Error(`succeeded: ${JSON.stringify(outcome.output).slice(0, 500)}`);
  const status = STATUSES[outcome.error.code] ?? 0;
  if (outcome.status !== undefined && outcome.status !== status) {
    throw new Error(`${outcome.error.code} came with status ${outcome.status}`);
  }
  return { ...outcome.error, status };
}
