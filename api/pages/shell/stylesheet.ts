import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { Frame } from '../../../web/parts/frame.ts';
import { type LastingFile, sendLasting } from './lasting-file.ts';
import { loadTypeface } from './typeface.ts';

const WEB = new URL('../../../web/', import.meta.url);
/** Nearly the smallest result in a fraction of the time: the start of the process waits for it. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } };

interface Asset extends LastingFile {
  readonly href: string;
}

const hashed = (name: string, extension: string, contentType: string, body: string): Asset => {
  const plain = Buffer.from(body);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12);
  const packed = { br: brotliCompressSync(plain, BROTLI), gzip: gzipSync(plain) };
  return { href: `/assets/${name}.${hash}.${extension}`, contentType, plain, packed };
};

/** The style sheets in the order of their names, as one file: a page loads them with one request. */
const readStyles = (): string =>
  readdirSync(new URL('styles/', WEB))
    .sort()
    .map((file) => readFileSync(new URL(`styles/${file}`, WEB), 'utf8'))
    .join('\n');

const readAsset = (file: string): string => readFileSync(new URL(`assets/${file}`, WEB), 'utf8');

export type SharedAssets = Pick<Frame, 'styleHref' | 'iconHref' | 'signInZoneScriptHref' | 'copyCodeScriptHref'> & {
  readonly framedScriptHref: string;
};

export interface Assets {
  readonly hrefs: SharedAssets;
  readonly serve: RequestHandler;
}

/** Files whose addresses change with their content: a browser requests each only once. */
export const readAssets = (): Assets => {
  const typeface = loadTypeface();
  const style = hashed('holdfast', 'css', 'text/css; charset=utf-8', `${typeface.css}\n${readStyles()}`);
  const icon = hashed('icon', 'svg', 'image/svg+xml', readAsset('icon.svg'));
  const script = (name: string) => hashed(name, 'js', 'text/javascript; charset=utf-8', readAsset(`${name}.js`));
  const [signInZone, framed, copyCode] = [script('sign-in-zone'), script('framed'), script('copy-code')];
  const byHref = new Map(
    [style, icon, signInZone, framed, copyCode, ...typeface.files].map((asset) => [asset.href, asset]),
  );
  return {
    hrefs: {
      styleHref: style.href,
      iconHref: icon.href,
      signInZoneScriptHref: signInZone.href,
      copyCodeScriptHref: copyCode.href,
      framedScriptHref: framed.href,
    },
    serve: (request, response, next) => {
      const asset = byHref.get(request.originalUrl.split('?', 1)[0] ?? '');
      if (!asset) return next();
      sendLasting(request, response, asset);
    },
  };
};
