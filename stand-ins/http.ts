import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import findMyWay from 'find-my-way';

/** A request to a stand-in. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  /** Of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** `body`: an object is sent as JSON, a text as HTML. `cut`: the connection breaks instead. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  readonly cut?: true;
}

export type Handler = (asked: Asked) => Answer | Promise<Answer>;

/** Paths as find-my-way reads them: `/calendars/:calendarId/events`. */
export type Routes = readonly (readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, Handler])[];

export interface StandInServer {
  /** `http://127.0.0.1:<port>`, without a slash. */
  readonly url: string;
  close(): Promise<void>;
}

const LARGEST_BODY = 1_000_000;

/**
 * An HTTP server on this machine alone.
 * @param port 0: any that is free
 * @param around sees every request first, and may answer itself
 */
export async function serve(
  port: number,
  routes: Routes,
  around: (asked: Asked, next: () => Promise<Answer>) => Promise<Answer>,
): Promise<StandInServer> {
  const router = findMyWay({ maxParamLength: 2_000 });
  for (const [method, path, handler] of routes) router.on(method, path, () => {}, handler);
  const server = createServer((request, response) => {
    respond(request, response, async (asked) => {
      const found = router.find(asked.method as 'GET', asked.url.pathname);
      const params = (found?.params ?? {}) as Record<string, string>;
      const handler = found?.store as Handler | undefined;
      const whole = { ...asked, params };
      return around(whole, async () => (handler ? handler(whole) : { status: 404, body: { error: 'not_found' } }));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request is to this machine by its own name, and a write not from a page of elsewhere. Otherwise any web page that is open
 * in a browser here could call a stand-in, by a name that leads to 127.0.0.1 or by a form.
 */
function isLocal({ method, headers: { host = '', origin } }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return LOOPBACK.test(host) && (isRead || origin === undefined || LOOPBACK.test(origin.replace(/^https?:\/\//, '')));
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answerOf: (asked: Omit<Asked, 'params'>) => Promise<Answer>,
): Promise<void> {
  try {
    if (!isLocal(request)) return write(response, { status: 403, body: { error: 'only from this machine' } });
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
    const body = await bodyOf(request);
    write(response, await answerOf({ method: request.method ?? 'GET', url, headers: request.headers, body }));
  } catch (error) {
    // A stand-in that fails shows it as no service does, so that nobody takes it for a fault on demand.
    if (!response.headersSent) write(response, { status: 599, body: { standInFailed: String(error) } });
    console.error(error);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_BODY) throw new Error('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function write(response: ServerResponse, { status, headers = {}, body, cut }: Answer): void {
  if (cut && body === undefined) {
    response.destroy();
    return;
  }
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=UTF-8';
  const length = { 'content-length': String(Buffer.byteLength(text)) };
  response.writeHead(status, { ...(text ? { 'content-type': type } : {}), ...length, ...headers });
  if (!cut) {
    response.end(text);
    return;
  }
  // Half of the answer arrives, then the connection breaks.
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** The fields of a posted form; of repeated ones, all. */
export const formOf = ({ body }: Asked): URLSearchParams => new URLSearchParams(body.toString('utf8'));

/** @throws SyntaxError a body that is no JSON */
export const jsonOf = ({ body }: Asked): unknown => (body.length === 0 ? {} : JSON.parse(body.toString('utf8')));

export const seeOther = (location: string): Answer => ({ status: 303, headers: { location } });
