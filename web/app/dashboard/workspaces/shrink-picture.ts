/** Twice what the largest place shows, for sharp screens. */
const MOST_PIXELS = 512;
const QUALITY = 0.9;

/** A picture's file, upright, at most 512 pixels a side, as WebP or PNG in base64; null: the browser cannot read it. */
export async function shrunkPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Browsers without WebP return PNG.
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  return small === null ? null : toBase64(await small.arrayBuffer());
}

const toBase64 = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''));
