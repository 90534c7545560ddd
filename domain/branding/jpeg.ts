import type { PictureParts } from './picture-parts.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COMMENT = 0xfe;
/** Colour information. Other application segments, except JFIF's, are Exif, thumbnails and the like. */
const ADOBE = 0xee;
/** Marker, length, precision, height and width. */
const FRAME_BYTES = 9;

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** Start of frame: it has the picture's size. C4, C8 and CC are tables. */
const isFrame = ({ marker, start, end }: Segment): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker) && end - start >= FRAME_BYTES;
const isMetadata = ({ marker }: Segment): boolean =>
  marker === COMMENT || (marker >= 0xe1 && marker <= 0xef && marker !== ADOBE);
const isWithinScan = (byte: number): boolean => byte === 0 || (byte >= 0xd0 && byte <= 0xd7);

/** Returns where the coded data after a scan's header ends: at the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length && isWithinScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 2);
  return at < 0 ? bytes.length : at;
}

/** The complete segments, each scan with its data, up to the end of the image. */
function* segmentsOf(bytes: Uint8Array, view: DataView): Generator<Segment> {
  let start = 2;
  while (bytes[start] === 0xff) {
    const marker = bytes[start + 1] ?? 0;
    if (marker === EOI) return yield { marker, start, end: start + 2 };
    if (start + 4 > bytes.length) return;
    const length = view.getUint16(start + 2);
    const header = start + 2 + length;
    if (length < 2 || header > bytes.length) return;
    const end = marker === SOS ? endOfScan(bytes, header) : header;
    yield { marker, start, end };
    start = end;
  }
}

/** ITU T.81, B.1: segments, each with its length, then the coded data of a scan, up to the end of the image. */
export function readJpeg(bytes: Uint8Array): PictureParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = [...segmentsOf(bytes, view)];
  const [frame, last] = [segments.find(isFrame), segments.at(-1)];
  if (!frame || last?.marker !== EOI) return 'broken';
  if (last.end !== bytes.length) return 'trailing_data';
  const visible = segments.filter((segment) => !isMetadata(segment));
  return {
    parts: [Uint8Array.of(0xff, SOI), ...visible.map(({ start, end }) => bytes.subarray(start, end))],
    height: view.getUint16(frame.start + 5),
    width: view.getUint16(frame.start + 7),
  };
}
