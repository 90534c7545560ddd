import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-failure.ts';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** More layers are an attack: each may grow a thousandfold. */
const MOST_ENCODINGS = 1;

const encodingsOf = (header: string): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');

/**
 * Reads a body and undoes its compression. Never holds more than `maxBytes` and one chunk.
 * @param whenLonger of a body with more than `maxBytes`, counted after decompression
 * @throws OutboundError too_large, unreadable; else the error of the stream
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes, whenLonger }: { encoding: string; maxBytes: number; whenLonger: 'fail' | 'cut' },
): Promise<Buffer> {
  const encodings = encodingsOf(encoding);
  const decoder = DECODERS[encodings[0] as keyof typeof DECODERS];
  if (encodings.length > MOST_ENCODINGS || (encodings.length > 0 && decoder === undefined))
    throw new OutboundError('unreadable');
  const plain = decoder ? pipeline(body, decoder(), () => {}) : body;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes && whenLonger === 'fail') throw new OutboundError('too_large');
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
