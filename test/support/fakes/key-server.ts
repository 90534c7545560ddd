import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';

export interface KeyServer {
  readonly url: string;
  /** How often the keys were read. */
  asked(): number;
  stop(): Promise<void>;
}

/** Serves public keys at /auth/keys, as Apple does. @param keys null: it fails instead */
export async function serveKeys(keys: readonly JWK[] | null): Promise<KeyServer> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.writeHead(keys ? 200 : 502, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => count,
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}
