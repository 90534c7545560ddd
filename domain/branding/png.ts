import type { PictureParts } from './picture-parts.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const AROUND_BYTES = 12;
const HEADER_BYTES = AROUND_BYTES + 13;
/** The chunks that a picture needs. Other critical chunks (in capitals) are private and may hold anything, so they are refused. */
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Chunks that change how the picture looks: transparency, colours, density. They are kept, too. */
const VISIBLE = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs']);

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The complete chunks, up to IEND. */
function* chunksOf(bytes: Uint8Array, view: DataView): Generator<Chunk> {
  let start = SIGNATURE_BYTES;
  while (start + AROUND_BYTES <= bytes.length) {
    const end = start + AROUND_BYTES + view.getUint32(start);
    if (end > bytes.length) return;
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    yield { type, start, end };
    if (type === 'IEND') return;
    start = end;
  }
}

/** W3C PNG, 5: chunks, each with its length, from IHDR to IEND. */
export function readPng(bytes: Uint8Array): PictureParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = [...chunksOf(bytes, view)];
  const [header, end] = [chunks[0], chunks.at(-1)];
  if (header?.type !== 'IHDR' || header.end - header.start !== HEADER_BYTES || end?.type !== 'IEND') return 'broken';
  if (end.end !== bytes.length) return 'trailing_data';
  if (chunks.some(({ type }) => /^[A-Z]/.test(type) && !CRITICAL.has(type))) return 'broken';
  const visible = chunks.filter(({ type }) => CRITICAL.has(type) || VISIBLE.has(type));
  return {
    parts: [bytes.subarray(0, SIGNATURE_BYTES), ...visible.map((chunk) => bytes.subarray(chunk.start, chunk.end))],
    width: view.getUint32(header.start + 8),
    height: view.getUint32(header.start + 12),
  };
}
