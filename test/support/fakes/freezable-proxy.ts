import { connect, createServer, type Socket } from 'node:net';

export interface FreezableProxy {
  /** The URL of the database through this proxy. */
  readonly url: string;
  /** Open connections stop passing data without closing, as on a broken network. New connections work. */
  freeze(): void;
  /** Freezes open connections, and new ones too. */
  freezeAll(): void;
  thaw(): void;
  close(): void;
}

/** A TCP proxy to a database that a test can freeze. */
export async function proxyTo(databaseUrl: string): Promise<FreezableProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let swallowsNew = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (swallowsNew) socket.pause();
      socket.on('data', (chunk) => other.write(chunk));
      socket.on('close', () => other.destroy());
      socket.on('error', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const freeze = (): void => sockets.forEach((socket) => void socket.pause());
  return {
    url: url.href,
    freeze,
    freezeAll() {
      swallowsNew = true;
      freeze();
    },
    thaw() {
      swallowsNew = false;
      sockets.forEach((socket) => void socket.resume());
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
