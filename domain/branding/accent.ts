import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode as register, wcagContrast } from 'culori/fn';

// Only these modes, so that a browser that runs the same check loads little.
register(modeRgb);
register(modeLrgb);
const toOklch = register(modeOklch);

/** WCAG 2.2, 1.4.3: the minimum contrast of text with its ground. */
const MIN_CONTRAST = 4.5;

/** --accent of the light scheme: the default of a workspace. */
export const DEFAULT_ACCENT = '#0b6b5d';

export type Scheme = 'light' | 'dark';

/** The variables of web/styles/1-ground.css that an accent sets, each #rrggbb. */
export interface AccentColours {
  /** links, outlines and small marks: read on every ground */
  readonly accent: string;
  readonly accentStrong: string;
  readonly onAccent: string;
  readonly tint: string;
  /** buttons, the chosen day, the brand's mark: the colour itself */
  readonly fill: string;
  /** the fill under a pointer */
  readonly fillStrong: string;
  readonly onFill: string;
  /** a border where the fill would vanish on its ground; else the fill */
  readonly fillEdge: string;
}

export type Accent = Readonly<Record<Scheme, AccentColours>>;

/** --sheet of web/styles/1-ground.css: most of a page. */
export const SHEETS: Readonly<Record<Scheme, string>> = { light: '#ffffff', dark: '#1b1f1d' };

/**
 * The grounds of accent text: --ground, --sheet, --raised, --danger-tint and --warn-tint of web/styles/1-ground.css. A
 * test compares them with that file.
 */
export const GROUNDS: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#f4f5f3', SHEETS.light, '#f4f6f4', '#fbecea', '#fdf3da'],
  dark: ['#121513', SHEETS.dark, '#232826', '#3a211e', '#332a15'],
};

/** A fill with less contrast to its sheet gets a border: pale yellow on white, night blue on black. */
const MIN_EDGE_CONTRAST = 1.35;

/** The steps by which a scheme derives its colours. Lightness is from 0 to 1. */
const SCHEMES = {
  light: { step: -0.005, strongerBy: -0.09, tint: { l: 0.955, c: 0.022 } },
  dark: { step: 0.005, strongerBy: 0.08, tint: { l: 0.3, c: 0.035 } },
} as const;

interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export const contrast = (one: string, other: string): number => wcagContrast(one, other);

/** Returns the colour as a screen shows it. Outside sRGB it loses chroma, never lightness. */
const hexOf = ({ l, c, h }: Oklch): string =>
  formatHex(clampChroma({ mode: 'oklch', l: Math.min(1, Math.max(0, l)), c, h }, 'oklch'));

function parts(hex: string): Oklch {
  const colour = toOklch(hex);
  if (!colour) throw new RangeError(`Not a colour: ${hex}`);
  return { l: colour.l, c: colour.c, h: colour.h ?? 0 };
}

const isReadable = (hex: string, grounds: readonly string[]): boolean =>
  grounds.every((ground) => contrast(hex, ground) >= MIN_CONTRAST);

/** Returns the colour with the nearest lightness, in a scheme's direction, at which it is readable; at the limit, black or white. */
function adapted(colour: Oklch, step: number, grounds: readonly string[]): Oklch {
  let { l } = colour;
  const end = step < 0 ? 0 : 1;
  while ((end - l) * step > 0 && !isReadable(hexOf({ ...colour, l }), grounds)) l += step;
  return { ...colour, l: Math.min(1, Math.max(0, l)) };
}

/** Returns black or white: the one that is easier to read on all of these grounds. */
export const textOn = (...grounds: string[]): string => {
  const minContrast = (text: string) => Math.min(...grounds.map((ground) => contrast(text, ground)));
  return minContrast('#ffffff') >= minContrast('#000000') ? '#ffffff' : '#000000';
};

function coloursOf(hex: string, scheme: Scheme): AccentColours {
  const { step, strongerBy, tint: pale } = SCHEMES[scheme];
  const requested = parts(hex);
  const tint = hexOf({ ...pale, c: Math.min(requested.c, pale.c), h: requested.h });
  const grounds = [...GROUNDS[scheme], tint];
  const canStay = isReadable(hex, grounds);
  const found = canStay ? requested : adapted(requested, step, grounds);
  const accent = canStay ? hex : hexOf(found);
  // A colour near black or white can't get stronger: it moves the other way, and further, so that the difference is visible.
  const stronger = [strongerBy, -3 * strongerBy].map((by) => hexOf({ ...found, l: found.l + by }));
  const hasRoom = scheme === 'light' ? found.l > 0.2 : found.l < 0.94;
  const [first = accent, second = accent] = hasRoom ? stronger : stronger.toReversed();
  const accentStrong = [first, second].find((candidate) => isReadable(candidate, grounds)) ?? accent;
  return { accent, accentStrong, onAccent: textOn(accent, accentStrong), tint, ...fillOf(hex, scheme, accent) };
}

/** Returns the colours of a fill. Its stronger colour is a step away from its text; near white or black it is a step towards the text that leaves it readable. */
function fillOf(hex: string, scheme: Scheme, accent: string) {
  const colour = parts(hex);
  const onFill = textOn(hex);
  const direction = onFill === '#ffffff' ? -1 : 1;
  const steps = [0.07 * direction, -0.07 * direction, -0.25 * direction, -0.04 * direction].map((by) =>
    hexOf({ ...colour, l: colour.l + by }),
  );
  const isVisible = (candidate: string) =>
    contrast(candidate, hex) >= 1.08 && contrast(candidate, onFill) >= MIN_CONTRAST;
  const fillStrong = steps.find(isVisible) ?? hex;
  const fillEdge = contrast(hex, SHEETS[scheme]) < MIN_EDGE_CONTRAST ? accent : hex;
  return { fill: hex, fillStrong, onFill, fillEdge };
}

/**
 * Returns the colours of both schemes for one accent. Fills have the colour itself, with black or white text. Links have it if it is
 * readable on every ground of a page, else the nearest readable lightness of its hue.
 * @param hex #rrggbb
 * @throws RangeError if it is not a colour
 */
export const accentOf = (hex: string): Accent => ({ light: coloursOf(hex, 'light'), dark: coloursOf(hex, 'dark') });
