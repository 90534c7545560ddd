import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

const crc = (bytes: Buffer): number =>
  (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

/** A chunk of a PNG, with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A square of one colour, with `extra` chunks before its end. */
export function makePng({ side = 16, grey = 90, extra = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const rows = Buffer.concat(
    Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(side, grey)])),
  );
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), ...extra];
  return Buffer.concat([SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
}

export const png = makePng();

const fromBase64 = (...lines: string[]): Buffer => Buffer.from(lines.join(''), 'base64');

/** 16 by 16 pixels, by Pillow; Exif and a comment say SECRET. */
export const jpeg = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4QBKRXhpZgAATU0AKgAAAAgAAgEOAAIAAAANAAAAJgEQAAIAAAAOAAAANAAAAABTRUNSRVQtUExBQ0UAAF',
  'NFQ1JFVC1DQU1FUkEA//4AEFNFQ1JFVC1DT01NRU5U/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSI',
  'ZW13e4GCgU5gjZeMfZZzfoF8/9sAQwEVFxceGh47ISE7fFNGU3x8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fH',
  'x8fHx8/8AAEQgAEAAQAwEiAAIRAQMRAf/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAE',
  'EQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eH',
  'l6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/EAB8BAAMB',
  'AQEBAQEBAQEAAAAAAAABAgMEBQYHCAkKC//EALURAAIBAgQEAwQHBQQEAAECdwABAgMRBAUhMQYSQVEHYXETIjKBCBRCkaGxwQkjM1LwFWJy0Q',
  'oWJDThJfEXGBkaJicoKSo1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoKDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKz',
  'tLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uLj5OXm5+jp6vLz9PX29/j5+v/aAAwDAQACEQMRAD8ApkrtYliUJ+d+8h64Ht/+s9hTvmD9lkUf8B',
  'hH+P8AnqeD5g/ZZFH/AAGEf4/56nhoC7VAUlCfkTvIemT7f/qHc1j/AF/X9fgcn9f1/X4n/9k=',
);

/** The same in several scans. */
export const progressiveJpeg = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4',
  'x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAQ',
  'ABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAQAD/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/2gAMAwEAAhADEAAAAcWBH//EABQQAQ',
  'AAAAAAAAAAAAAAAAAAACD/2gAIAQEAAQUCH//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Bf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/',
  '2gAIAQIBAT8Bf//EABgQAAIDAAAAAAAAAAAAAAAAAAAhYbHw/9oACAEBAAY/AsyaJozP/8QAGhAAAgIDAAAAAAAAAAAAAAAAASEAEUFRkf/aAA',
  'gBAQABPyFUWsmHeg5LvQclUEsCP//aAAwDAQACAAMAAAAQB//EABYRAQEBAAAAAAAAAAAAAAAAAPAAof/aAAgBAwEBPxAbf//EABYRAQEBAAAA',
  'AAAAAAAAAAAAAPAAof/aAAgBAgEBPxAZf//EAB4QAQAABQUAAAAAAAAAAAAAAAERITFBYQCB0fDx/9oACAEBAAE/EFiFLc6rAx62NSWg2Oe1ZS',
  'Wg2Oe1ZBACW51SLjwu6//Z',
);

/** VP8 with Exif that says SECRET. */
export const webp = fromBase64(
  'UklGRgoBAABXRUJQVlA4WAoAAAAIAAAADwAADwAAVlA4IKIAAACQBACdASoQABAAA4BaJbACdG1/tv+yAGn/bgMUi9APQF+L9AB1AH7AFpw/cp',
  'AA/nf7O4dg36e2+NXSTlqEi+A3lsxVXV2A4cJM11Sj7G4yVmtu/WPpgAufXI92UW6g9rxVmc+GsMs5HrD1lasrppZyqfTTWNNFftNoQu/EGw1e',
  'bRNPryOiHNPluN/t4rKRUMFj35xb3T8joct1+Y3K3NV/AABFWElGQgAAAE1NACoAAAAIAAIBDgACAAAADQAAACYBEAACAAAADgAAADQAAAAAU0',
  'VDUkVULVBMQUNFAABTRUNSRVQtQ0FNRVJBAA==',
);

/** VP8L, without metadata. */
export const losslessWebp = fromBase64('UklGRi4AAABXRUJQVlA4TCIAAAAvD8ADAA/wUeQz/E/X/McSyAJMwMc2lRQ6Y8ggov8tCHUX');
