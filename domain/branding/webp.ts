import type { PictureParts } from './picture-parts.ts';

const HEADER_BYTES = 12;
const METADATA = new Set(['EXIF', 'XMP ']);
const PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const ANIMATION = new Set(['ANIM', 'ANMF']);
/** Flags of VP8X that announce Exif and XMP. */
const METADATA_FLAGS = 0b1100;

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The size of the picture, from its first chunk: RFC 9649 (VP8X, VP8L), RFC 6386, 9.1 (VP8). */
function sizeOf(type: string, data: DataView): { width: number; height: number } | undefined {
  if (type === 'VP8X' && data.byteLength >= 10) {
    const side = (at: number) => 1 + data.getUint16(at, true) + data.getUint8(at + 2) * 65_536;
    return { width: side(4), height: side(7) };
  }
  if (type === 'VP8L' && data.byteLength >= 5 && data.getUint8(0) === 0x2f) {
    const bits = data.getUint32(1, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (type === 'VP8 ' && data.byteLength >= 10 && data.getUint16(3) === 0x9d01 && data.getUint8(5) === 0x2a) {
    return { width: data.getUint16(6, true) & 0x3fff, height: data.getUint16(8, true) & 0x3fff };
  }
  return undefined;
}

interface Chunk {
  readonly type: string;
  readonly data: DataView;
  readonly bytes: Uint8Array;
}

/** The complete chunks. */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEADER_BYTES;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return;
    const data = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length);
    yield { type: textAt(bytes, at), data, bytes: bytes.subarray(at, end) };
    at = end;
  }
}

/** Returns the file without Exif and XMP, and a VP8X chunk without their flags. */
export function readWebp(bytes: Uint8Array): PictureParts {
  if (bytes.length < HEADER_BYTES || textAt(bytes, 8) !== 'WEBP') return 'unknown_type';
  const whole = 8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (whole < bytes.length) return 'trailing_data';
  const chunks = [...chunksOf(bytes)];
  const [first] = chunks;
  const size = first && sizeOf(first.type, first.data);
  const read = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, HEADER_BYTES);
  if (!size || whole !== bytes.length || read !== bytes.length) return 'broken';
  // An animated PNG contains a still picture that can be kept; an animated WebP has none.
  if (chunks.some(({ type }) => ANIMATION.has(type))) return 'animated';
  if (chunks.some(({ type }) => !PICTURE.has(type) && !METADATA.has(type))) return 'broken';
  const visible = chunks.filter(({ type }) => PICTURE.has(type));
  const parts = visible.map((chunk) => (chunk.type === 'VP8X' ? withoutFlags(chunk.bytes.slice()) : chunk.bytes));
  return { parts: [header(parts), ...parts], ...size };
}

function withoutFlags(chunk: Uint8Array): Uint8Array {
  chunk[8] = (chunk[8] ?? 0) & ~METADATA_FLAGS;
  return chunk;
}

function header(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(new TextEncoder().encode('RIFF'), 0);
  bytes.set(new TextEncoder().encode('WEBP'), 8);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 4);
  new DataView(bytes.buffer).setUint32(4, length, true);
  return bytes;
}
