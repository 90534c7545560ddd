/** The floor of `event_paint`: answers that were recorded, byte for byte; each script is replaced by as many bytes that do nothing. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveFloor } from './floor-process.ts';

export interface Recorded {
  readonly path: string;
  readonly contentType: string;
  /** '' for none */
  readonly encoding: string;
  /** as sent, base64 */
  readonly body: string;
}

/** A comment that no compression would shorten. */
const inert = (bytes: number): Buffer =>
  Buffer.from(
    `/*${randomBytes(bytes)
      .toString('base64')
      .slice(0, bytes - 4)}*/`,
  );

serveFloor<readonly Recorded[], { port: number }>((recorded) => {
  const answers = new Map(
    recorded.map(({ path, contentType, encoding, body }) => {
      const bytes = Buffer.from(body, 'base64');
      const isScript = contentType.includes('javascript');
      return [path, { contentType, encoding: isScript ? '' : encoding, bytes: isScript ? inert(bytes.length) : bytes }];
    }),
  );
  const server = createServer(({ url }, response) => {
    const answer = answers.get(url ?? '');
    if (!answer) return response.writeHead(404).end();
    const encoded = answer.encoding === '' ? {} : { 'content-encoding': answer.encoding };
    response.writeHead(200, { 'content-type': answer.contentType, 'content-length': answer.bytes.length, ...encoded });
    return response.end(answer.bytes);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
  });
});
