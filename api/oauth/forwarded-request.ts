import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** As the server itself allows. */
const LARGEST_BODY = 56 * 1024;

/** The body of a request as text; undefined: it is larger than 56 kB. That is read to its end, so that the sender gets an answer. */
export async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY) chunks.push(chunk);
  }
  return bytes <= LARGEST_BODY ? Buffer.concat(chunks).toString('utf8') : undefined;
}

interface Changed {
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** undefined: none. */
  readonly body?: string | undefined;
}

/** A request with another address, headers and body: the server of the library reads it like one from the network. */
export function forwardedRequest(request: IncomingMessage, { url, headers, body }: Changed): IncomingMessage {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  // Without Origin the library sets no CORS headers: CORS is closed (contract).
  const { 'content-length': _length, 'transfer-encoding': _encoding, origin: _origin, ...kept } = request.headers;
  const { method, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const forwarded = Object.assign(Readable.from(bytes === undefined ? [] : [bytes], { objectMode: false }), {
    ...{ url, method, socket, httpVersion, httpVersionMajor, httpVersionMinor },
    headers: { ...kept, ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
    rawHeaders: [],
    complete: true,
  });
  return forwarded as unknown as IncomingMessage;
}
