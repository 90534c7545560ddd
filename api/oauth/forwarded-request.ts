import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../schemas/errors.ts';

/** As the server itself allows. */
const LARGEST_BODY = 56 * 1024;

/** The body of a request as text. @throws AppError request.invalid if it is too large */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY) throw new AppError('request.invalid', 'The body must not be larger than 56 kB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
