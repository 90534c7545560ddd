import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * A local proxy that adds a key to every request and forwards it to `target`, for programs that cannot send a key.
 * Replaces its own Host and Origin by the target's. Others stay, so the target still refuses foreign ones.
 */
export async function addKey(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port, host, origin } = new URL(target);
  let own = '';
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    if (headers.host === own) headers.host = host;
    if (headers.origin === `http://${own}`) headers.origin = origin;
    const { method, url: path } = request;
    const passed = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  own = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${own}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
