import { readJpeg } from './jpeg.ts';
import type { PictureParts, PictureProblem } from './picture-parts.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

export type PictureType = 'png' | 'jpeg' | 'webp';

export interface Picture {
  readonly type: PictureType;
  /** the picture alone, without comments, locations and other metadata */
  readonly bytes: Uint8Array;
}

export const MAX_PICTURE_BYTES = 262_144;
/** A small file can declare a huge size, and every guest's phone would decode it. */
export const MAX_PIXELS_PER_SIDE = 2_048;

/** A picture's problems, worded as rules. */
export const PICTURE_RULES: Readonly<Record<PictureProblem, string>> = {
  empty: 'must be a picture, and is empty',
  too_large: `must be at most ${MAX_PICTURE_BYTES} bytes (256 KB) once decoded`,
  unknown_type: 'must be a PNG, JPEG or WebP picture by its content; SVG and others are refused',
  broken: 'is incomplete or damaged: save the picture again',
  animated: 'must not be animated: save one picture of the animation',
  trailing_data: 'has data after the end of the picture: save the picture again',
  too_many_pixels: `must be at most ${MAX_PIXELS_PER_SIDE} pixels wide and high`,
};

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];

function read(bytes: Uint8Array): { type: PictureType; picture: PictureParts } | undefined {
  if (startsWith(bytes, PNG)) return { type: 'png', picture: readPng(bytes) };
  if (startsWith(bytes, JPEG)) return { type: 'jpeg', picture: readJpeg(bytes) };
  if (startsWith(bytes, RIFF)) return { type: 'webp', picture: readWebp(bytes) };
  return undefined;
}

/** Recognizes a picture by its bytes, not its name, and keeps only the parts of the picture. */
export function recognisePicture(bytes: Uint8Array): Picture | PictureProblem {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > MAX_PICTURE_BYTES) return 'too_large';
  const found = read(bytes);
  if (!found) return 'unknown_type';
  if (typeof found.picture === 'string') return found.picture;
  const { parts, width, height } = found.picture;
  if (width < 1 || height < 1) return 'broken';
  if (Math.max(width, height) > MAX_PIXELS_PER_SIDE) return 'too_many_pixels';
  return { type: found.type, bytes: joined(parts) };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
