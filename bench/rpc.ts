import { Agent, request } from 'node:http';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The two protocols that servers support on one path. */
export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** An MCP endpoint and what it is shown. */
export interface McpPlace {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true });

/** One message to an MCP endpoint, over a connection that is kept. @returns the body @throws Error if it is not 200 */
export function askMcp({ url, headers: more = {} }: McpPlace, protocol: Protocol, method: string, params: object) {
  const modern = protocol === '2026-07-28';
  const body = { jsonrpc: '2.0', id: 1, method, params: modern ? { ...params, _meta: META } : params };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': protocol,
    ...(modern ? { 'Mcp-Method': method } : {}),
    ...(modern && 'name' in params ? { 'Mcp-Name': String(params.name) } : {}),
    ...more,
  };
  return new Promise<string>((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${method} (${protocol}) answered ${response.statusCode}: ${text}`));
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}

interface Result {
  readonly tools?: readonly { readonly name: string }[];
  readonly structuredContent?: unknown;
}

/** The result of an answer, as JSON or as the one event of a stream. @throws Error if there is none */
export function resultOf(text: string): Result {
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '');
  const { result } = JSON.parse(json) as { result?: Result };
  if (!result) throw new Error(`An answer without a result: ${text.slice(0, 300)}`);
  return result;
}
