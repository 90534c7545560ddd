import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Authority } from './certificates.ts';
import type { Site, Zone } from './world.ts';

export interface InternetStandIn {
  /** `http://127.0.0.1:<port>`: DNS by UDP; HTTP, HTTPS and `/ca.pem` by TCP. */
  readonly url: string;
  readonly port: number;
  /** Names that the DNS was asked for, and hosts with paths that the web was, the newest 5,000; what headers each page was last asked with. */
  readonly seen: {
    readonly names: string[];
    readonly pages: string[];
    readonly headers: Map<string, IncomingHttpHeaders>;
  };
  /** Connections that are open now. */
  openConnections(): number;
  close(): Promise<void>;
}

interface World {
  readonly zone: Zone;
  readonly siteOf: (host: string) => Site | undefined;
}

const LOOPBACK = '127.0.0.1';
const MOST_SEEN = 5_000;
/** The first byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

const lazily = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Certificates are made when the first is needed: `npm start` does not wait for them. */
const loadAuthority = async (): Promise<Authority> => (await import('./certificates.ts')).createAuthority(Date.now());

const note = (list: string[], entry: string): void => {
  list.push(entry);
  if (list.length > MOST_SEEN) list.shift();
};

/** HTTP and HTTPS on one port: the first byte tells them apart. */
function webServer(listener: RequestListener, authority: () => Promise<Authority>) {
  const contexts = new Map<string, ReturnType<Authority['issue']>>();
  const contextOf = async (host: string) => {
    const named = host === 'fault-tls.com' ? 'another-host.com' : host;
    const issued = contexts.get(named) ?? authority().then((it) => it.issue(named));
    contexts.set(named, issued);
    return issued;
  };
  const http = createHttpServer(listener);
  const https = createHttpsServer(
    {
      SNICallback: (host, done) => {
        contextOf(host).then((context) => done(null, context), done);
      },
    },
    listener,
  );
  https.on('tlsClientError', () => {});
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  return { server, open };
}

/** The internet on this machine: names, web sites and registries of invented companies, and hosts with faults. @param port 0: any free one */
export async function startInternetStandIn({ port = 0 }: { readonly port?: number } = {}): Promise<InternetStandIn> {
  const seen = { names: [] as string[], pages: [] as string[], headers: new Map<string, IncomingHttpHeaders>() };
  const world = lazily<World>(async () => (await import('./build-world.ts')).buildWorld());
  const authority = lazily(loadAuthority);
  const listener: RequestListener = async (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    if (host === LOOPBACK && request.url === '/ca.pem') {
      response
        .writeHead(200, { 'content-type': 'application/x-pem-file', connection: 'close' })
        .end((await authority()).certificate);
      return;
    }
    const page = `${host}${request.url}`;
    note(seen.pages, page);
    if (seen.headers.size < MOST_SEEN) seen.headers.set(page, request.headers);
    const site = (await world()).siteOf(host);
    if (site) site(request, response);
    else response.writeHead(404).end();
  };
  const { server, open } = webServer(listener, authority);
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const socket = createSocket('udp4');
  socket.bind(taken, LOOPBACK);
  await once(socket, 'listening');
  const answerer = lazily(async () => {
    const [{ createAnswerer }, { zone }] = await Promise.all([import('./dns-server.ts'), world()]);
    return createAnswerer(zone, (name) => note(seen.names, name));
  });
  let isOpen = true;
  socket.on('message', async (message, from) => {
    const answer = (await answerer())(message);
    if (answer && isOpen) socket.send(answer, from.port, from.address);
  });
  return {
    ...{ url: `http://${LOOPBACK}:${taken}`, port: taken, seen, openConnections: () => open.size },
    close: async () => {
      for (const one of open) one.destroy();
      isOpen = false;
      socket.close();
      server.close();
      await Promise.all([once(socket, 'close'), once(server, 'close')]);
    },
  };
}
