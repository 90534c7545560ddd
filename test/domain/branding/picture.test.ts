import { describe, expect, it } from 'vitest';
import { MAX_PICTURE_BYTES, recognisePicture } from '../../../domain/branding/picture.ts';
import { jpeg, losslessWebp, makePng, png, pngChunk, progressiveJpeg, webp } from '../../support/factories/pictures.ts';

const kept = (bytes: Buffer): { type: string; bytes: Buffer } => {
  const picture = recognisePicture(bytes);
  if (typeof picture === 'string') throw new Error(picture);
  return { type: picture.type, bytes: Buffer.from(picture.bytes) };
};

describe('a picture is recognized by its bytes', () => {
  it.each([
    ['png', png],
    ['jpeg', progressiveJpeg],
    ['webp', losslessWebp],
  ])('%s stays as it is where nothing is beside it', (type, bytes) => {
    expect(kept(bytes)).toEqual({ type, bytes });
  });

  it.each([
    ['jpeg', jpeg],
    ['webp', webp],
    [
      'png',
      makePng({ extra: [pngChunk('tEXt', Buffer.from('Comment\0SECRET')), pngChunk('eXIf', Buffer.from('SECRET'))] }),
    ],
  ])('%s loses what a camera or a stranger wrote beside it, and is still that picture', (type, bytes) => {
    expect(bytes.includes('SECRET')).toBe(true);
    const picture = kept(bytes);
    expect(picture.type).toBe(type);
    expect(picture.bytes.includes('SECRET')).toBe(false);
    expect(picture.bytes.length).toBeLessThan(bytes.length);
    expect(kept(picture.bytes)).toEqual(picture);
  });
});

/** A WebP with one more chunk and a correct length. */
const webpWith = (type: string): Buffer => {
  const bytes = Buffer.concat([webp, Buffer.from(type), Buffer.from([2, 0, 0, 0, 0, 0])]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
};

it('an animated PNG is kept as the still picture that it holds', () => {
  const moving = makePng({ extra: ['acTL', 'fcTL', 'fdAT'].map((type) => pngChunk(type, Buffer.alloc(26))) });
  expect(kept(moving).bytes).toEqual(png);
});

describe('what is no avatar is refused', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const behind = (picture: Buffer) => Buffer.concat([picture, html]);
  it.each([
    ['nothing at all', Buffer.alloc(0), 'empty'],
    ['an SVG', svg, 'unknown_type'],
    ['a page', html, 'unknown_type'],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'unknown_type'],
    ['a WAV', Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'), 'unknown_type'],
    ['a name alone', png.subarray(0, 8), 'broken'],
    ['half a PNG', png.subarray(0, png.length - 6), 'broken'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length - 20), 'broken'],
    ['half a WebP', webp.subarray(0, webp.length - 4), 'broken'],
    ['a PNG with a part of somebody’s own', makePng({ extra: [pngChunk('PRVt', Buffer.from('SECRET'))] }), 'broken'],
    ['a WebP that moves', webpWith('ANIM'), 'animated'],
    ['a WebP with a frame of a film', webpWith('ANMF'), 'animated'],
    ['a PNG that is a page, too', behind(png), 'trailing_data'],
    ['a JPEG that is a page, too', behind(jpeg), 'trailing_data'],
    ['a WebP that is a page, too', behind(webp), 'trailing_data'],
    ['a small file that unfolds to a huge picture', makePng({ side: 2_049 }), 'too_many_pixels'],
    ['a picture without pixels', makePng({ side: 0 }), 'broken'],
    ['too much', Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES)]), 'too_large'],
  ])('%s', (_, bytes, problem) => {
    expect(recognisePicture(bytes)).toBe(problem);
  });

  it('whatever is cut off or changed, it answers and never throws', () => {
    for (const picture of [png, jpeg, progressiveJpeg, webp, losslessWebp]) {
      for (let length = 0; length < picture.length; length++) {
        expect(recognisePicture(picture.subarray(0, length)), `${length} bytes`).toBeTypeOf('string');
        const changed = Buffer.from(picture);
        changed[length] = 0xff;
        recognisePicture(changed);
      }
    }
  });
});
