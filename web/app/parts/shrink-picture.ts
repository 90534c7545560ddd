/** Twice what the largest place shows, for sharp screens. */
const MOST_PIXELS = 512;
const QUALITY = 0.9;

/**
 * A picture's file, upright, at most 512 pixels a side, as WebP or PNG in base64; null: the browser cannot read it.
 * @param square keeps the middle alone
 */
export async function shrunkPicture(file: Blob, square = false): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const side = Math.min(picture.width, picture.height);
  const [width, height] = square ? [side, side] : [picture.width, picture.height];
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
  canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Browsers without WebP return PNG.
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  return small === null ? null : toBase64(await small.arrayBuffer());
}

const toBase64 = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''));
