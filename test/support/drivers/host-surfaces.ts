import { afterAll } from 'vitest';
import { IN_APP_MCP_PATH } from '../../../api/mcp/path.ts';
import type { Operation } from '../../../schemas/operation.ts';
import type { Stack } from '../stack/stack.ts';
import { callHost } from './host-calls.ts';
import { toolCaller } from './mcp-client.ts';
import type { Refusal, Surface } from './surfaces.ts';
import { wholeRefusal } from './whole-refusal.ts';

type Headers = Readonly<Record<string, string>>;
type Input = Readonly<Record<string, unknown>>;

export interface HostAnswer {
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  readonly output: any;
  readonly error: Refusal;
  /** Only over REST. */
  readonly status?: number;
  readonly workflowId?: string | undefined;
}

export type HostCall = (operation: Operation, input: Input, headers: Headers) => Promise<HostAnswer>;

const NOTHING = undefined as never;

/** Calls host operations of one stack over one surface: by their route, or as tools by the official MCP client. */
export function hostCallOver(surface: Surface, stack: () => Stack): HostCall {
  const tools = toolCaller(() => `${stack().appUrl}${IN_APP_MCP_PATH}`);
  afterAll(() => tools.close());
  const byRest: HostCall = async (operation, input, headers) => {
    const answer = await callHost(stack().appUrl, operation, input, headers);
    const workflowId = answer.headers['x-workflow-id']?.toString();
    const value = answer.json();
    return answer.status < 400
      ? { ok: true, output: value, error: NOTHING, status: answer.status, workflowId }
      : { ok: false, output: undefined, error: value.error as Refusal, status: answer.status, workflowId };
  };
  const byMcp: HostCall = async ({ tool = '' }, input, headers) => {
    const answer = await tools.call(tool, input, headers);
    const value = JSON.parse(answer.content[0]?.text ?? '');
    return answer.isError
      ? { ok: false, output: undefined, error: wholeRefusal(value.error) }
      : { ok: true, output: value, error: NOTHING };
  };
  return surface === 'REST' ? byRest : byMcp;
}
