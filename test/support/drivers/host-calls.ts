import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { IN_APP_MCP_PATH } from '../../../api/mcp/path.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { type HttpAnswer, http } from './http.ts';

type Input = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** Calls a host operation with one input: fills the path, the rest is the query (GET, DELETE) or the body. */
export function callHost(
  appUrl: string,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  input: Input = {},
  headers: Headers = {},
): Promise<HttpAnswer> {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = `${appUrl}/api/v1${filled}`;
  if (method === 'GET' || method === 'DELETE') {
    const pairs = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
    const query = new URLSearchParams(pairs).toString();
    return http(query ? `${url}?${query}` : url, { method, headers });
  }
  const body = JSON.stringify(rest);
  return http(url, { method, headers: { 'Content-Type': 'application/json', ...headers }, body });
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

/** Connects the official client to the in-app endpoint. It knows the tools' schemas and rejects answers that break them. */
export async function connectInApp(appUrl: string, headers: Headers): Promise<Client> {
  const client = new Client({ name: 'holdfast-test', version: '1' }, { jsonSchemaValidator });
  const transport = new StreamableHTTPClientTransport(new URL(`${appUrl}${IN_APP_MCP_PATH}`), {
    requestInit: { headers },
  });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  await client.listTools();
  return client;
}

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export const callTool = async (client: Client, name: string, args: Input): Promise<ToolAnswer> =>
  (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolAnswer;
