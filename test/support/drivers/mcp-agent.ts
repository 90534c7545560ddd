import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'vitest';
import type { Stack } from '../stack/stack.ts';
import { connectInApp } from './host-calls.ts';
import { callTool } from './mcp-client.ts';
import { wholeRefusal } from './whole-refusal.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as an agent reads them
export type Json = any;
export type Args = Readonly<Record<string, unknown>>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An MCP agent that uses only tools/list and earlier answers. An id from no answer, or an argument that is not in the schema, fails. */
export class McpAgent {
  readonly seenIds = new Set<string>();
  readonly sizes: [tool: string, characters: number][] = [];
  readonly #client: Client;
  readonly #fields: ReadonlyMap<string, readonly string[]>;
  readonly listSize: number;

  private constructor(
    client: Client,
    tools: readonly { name: string; inputSchema: { properties?: object | undefined } }[],
  ) {
    this.#client = client;
    this.listSize = JSON.stringify(tools).length;
    this.#fields = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]));
  }

  static async start(stack: Stack, headers: Readonly<Record<string, string>>): Promise<McpAgent> {
    const client = await connectInApp(stack.appUrl, headers);
    return new McpAgent(client, (await client.listTools()).tools);
  }

  close = () => this.#client.close();

  async #call(tool: string, args: Args): Promise<{ readonly isError: boolean; readonly body: Json }> {
    const fields = this.#fields.get(tool);
    if (!fields) throw new Error(`tools/list has no ${tool}`);
    expect(fields, `arguments of ${tool}`).toEqual(expect.arrayContaining(Object.keys(args)));
    for (const [id] of JSON.stringify(args).matchAll(UUID))
      expect(this.seenIds.has(id), `${tool}: no answer named ${id}`).toBe(true);
    const { isError = false, content } = await callTool(this.#client, tool, args);
    const text = content[0]?.text ?? '';
    this.sizes.push([tool, text.length]);
    for (const [id] of text.matchAll(UUID)) this.seenIds.add(id);
    return { isError, body: JSON.parse(text) };
  }

  /** Calls a tool. @throws Error if the tool refuses */
  async call(tool: string, args: Args = {}): Promise<Json> {
    const { isError, body } = await this.#call(tool, args);
    if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Calls a tool that must refuse. @returns the error */
  async refusalOf(tool: string, args: Args): Promise<Json> {
    const { isError, body } = await this.#call(tool, args);
    expect(isError, `${tool}: ${JSON.stringify(body)}`).toBe(true);
    return wholeRefusal(body.error);
  }
}
