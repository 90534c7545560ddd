import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that the fake received. */
interface RecordedCall {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly agentIntent: string | string[] | undefined;
  readonly atMs: number;
}

/** An answer of the fake: a status with JSON or text, or an answer that is cut off. */
export type FakeAnswer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'cut';

export interface FakeApp {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly calls: readonly RecordedCall[];
  close(): Promise<void>;
}

/**
 * A server with scripted answers, for cases that the real server does not produce on demand.
 * @param says gets the call, such as "GET /cli/auth/poll", and the number of such calls before; returns the answer
 */
export async function startFakeApp(says: (call: string, before: number) => FakeAnswer): Promise<FakeApp> {
  const calls: RecordedCall[] = [];
  const server = createServer((request, response) => {
    const call = callOf(request);
    const before = calls.filter((one) => one.call === call).length;
    const { authorization, 'x-svc-agent-intent': agentIntent } = request.headers;
    calls.push({ call, authorization, agentIntent, atMs: Date.now() });
    const said = says(call, before);
    if (said === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"status":', () => response.destroy());
      return;
    }
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
    response.end(said.text ?? JSON.stringify(said.json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    appUrl: origin,
    publicUrl: origin,
    calls,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const callOf = ({ method, url }: IncomingMessage): string =>
  `${method} ${new URL(url ?? '/', 'http://fake').pathname.replace('/api/v1', '')}`;
