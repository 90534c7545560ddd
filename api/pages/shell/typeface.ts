import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LastingFile } from './lasting-file.ts';

export const TYPEFACE = 'Bricolage Grotesque';

/** The characters of each file, as its makers cut it: a browser loads the second only for a name that needs it. */
const SUBSETS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const;
type Subset = keyof typeof SUBSETS;

/** One file of the typeface, in its one weight. */
export function readTypeface(subset: Subset): Buffer {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-600-normal.woff2`));
}

/** Until it is loaded: a font of the reader's system, as wide and as high, so that nothing moves when it changes. Measured against Arial Bold. */
const STAND_IN = `@font-face{font-family:"${TYPEFACE} Stand-in";src:local("Arial Bold"),local("Arial-BoldMT"),local("Helvetica Neue Bold"),local("Helvetica-Bold"),local("Liberation Sans Bold"),local("Roboto Bold");size-adjust:101%;ascent-override:92.1%;descent-override:26.7%;line-gap-override:0%}`;

const face = (href: string, range: string): string =>
  `@font-face{font-family:"${TYPEFACE}";font-style:normal;font-weight:500 800;font-display:swap;src:url(${href}) format("woff2");unicode-range:${range}}`;

interface Typeface {
  readonly files: readonly (LastingFile & { readonly href: string })[];
  /** rules that name the files, for the head of the style sheet */
  readonly css: string;
}

/** The typeface of headings and buttons: our own files, loaded after the page is drawn. */
export function loadTypeface(): Typeface {
  const files = (Object.keys(SUBSETS) as Subset[]).map((subset) => {
    const plain = readTypeface(subset);
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12);
    return { href: `/assets/typeface-${subset}.${hash}.woff2`, contentType: 'font/woff2', plain, subset };
  });
  return { files, css: [...files.map(({ href, subset }) => face(href, SUBSETS[subset])), STAND_IN].join('\n') };
}
