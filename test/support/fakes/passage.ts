import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a server that can be shut as a network fails: open connections break, new ones are refused. */
export interface Passage {
  readonly url: string;
  shut(): Promise<void>;
  /** At the same address. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a way to the server at an address. That one hears its own name. */
export async function openPassage(target: string): Promise<Passage> {
  const { host } = new URL(target);
  const server = createServer((from, to) => {
    const { method, headers, url = '/' } = from;
    const onward = request(new URL(url, target), { method, headers: { ...headers, host } }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    to.once('close', () => onward.destroy());
    from.pipe(onward.on('error', () => to.destroy()));
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, 'localhost', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const shut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://localhost:${port}`, shut, reopen: () => listen(port), close: shut };
}
