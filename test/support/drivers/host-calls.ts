import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { IN_APP_MCP_PATH } from '../../../api/mcp/path.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { type HttpAnswer, http } from './http.ts';
import { connectMcp } from './mcp-client.ts';

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

/** Connects the official client to the in-app endpoint. It knows the tools' schemas and rejects answers that break them. */
export const connectInApp = (appUrl: string, headers: Headers): Promise<Client> =>
  connectMcp(`${appUrl}${IN_APP_MCP_PATH}`, headers);
