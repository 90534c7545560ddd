import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

type Input = Readonly<Record<string, unknown>>;
type Shown = Readonly<Record<string, string>>;

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

/** The SDK's validator with a cache: compiling the schemas of tools/list takes a quarter of a second. */
class OnceValidator extends AjvJsonSchemaValidator {
  readonly #compiled = new Map<string, JsonSchemaValidator<unknown>>();

  override getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema);
    const known = this.#compiled.get(text) ?? super.getValidator<unknown>(schema);
    this.#compiled.set(text, known);
    return known as JsonSchemaValidator<T>;
  }
}
const jsonSchemaValidator = new OnceValidator();

/** Connects the official client and lists the tools. It knows their schemas and rejects answers that break them. */
async function connect(url: string, fetchIt: FetchLike): Promise<{ client: Client; tools: ReadonlySet<string> }> {
  const client = new Client({ name: 'holdfast-test', version: '1' }, { jsonSchemaValidator });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: fetchIt }) as Transport);
  const { tools } = await client.listTools();
  return { client, tools: new Set(tools.map(({ name }) => name)) };
}

const fetchWith =
  (shown: () => Shown): FetchLike =>
  (url, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(shown())) headers.set(name, value);
    return fetch(url, { ...init, headers });
  };

/** The official client, connected, with the same headers in each call. */
export const connectMcp = async (url: string, headers: Shown): Promise<Client> =>
  (
    await connect(
      url,
      fetchWith(() => headers),
    )
  ).client;

/** Calls a tool of a connected client. */
export const callTool = async (client: Client, name: string, args: Input): Promise<ToolAnswer> =>
  (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolAnswer;

/** Calls tools of one endpoint with any headers. */
export interface ToolCaller {
  call(name: string, args: Input, headers: Shown): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/**
 * Calls tools by the official client. Connecting and listing costs ten times as much as a call, so one connection serves all
 * callers. A tool that is not in its list gets a connection of the caller's own.
 */
export function toolCaller(url: () => string): ToolCaller {
  const shown = new AsyncLocalStorage<Shown>();
  const fetchAsShown = fetchWith(() => shown.getStore() ?? {});
  const connections: Awaited<ReturnType<typeof connect>>[] = [];
  const clientFor = async (name: string): Promise<Client> => {
    const known = connections.find(({ tools }) => tools.has(name));
    if (known) return known.client;
    const made = await connect(url(), fetchAsShown);
    connections.push(made);
    return made.client;
  };
  return {
    call: (name, args, headers) => shown.run(headers, async () => callTool(await clientFor(name), name, args)),
    close: async () => void (await Promise.all(connections.map(({ client }) => client.close()))),
  };
}
