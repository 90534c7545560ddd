import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode as register, wcagContrast } from 'culori/fn';

// Only these modes, so that a browser that runs the same check loads little.
register(modeRgb);
register(modeLrgb);
const toOklch = register(modeOklch);

/** WCAG 2.2, 1.4.3: the least contrast of text with its ground. */
const LEAST_CONTRAST = 4.5;

/** --accent of the light scheme: the default of a workspace. */
export const OUR_ACCENT = '#0b6b5d';

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
  /** the same below a pointer */
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

/** Below this contrast with its sheet a fill gets a border: pale yellow on white, night blue on black. */
const LEAST_EDGE = 1.35;

/** How a scheme derives its colours; lightness from 0 to 1. */
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

/** The colour as a screen shows it: outside sRGB it loses chroma, never lightness. */
const hexOf = ({ l, c, h }: Oklch): string =>
  formatHex(clampChroma({ mode: 'oklch', l: Math.min(1, Math.max(0, l)), c, h }, 'oklch'));

function parts(hex: string): Oklch {
  const colour = toOklch(hex);
  if (!colour) throw new RangeError(`no colour: ${hex}`);
  return { l: colour.l, c: colour.c, h: colour.h ?? 0 };
}

const readable = (hex: string, grounds: readonly string[]): boolean =>
  grounds.every((ground) => contrast(hex, ground) >= LEAST_CONTRAST);

/** The nearest lightness, in a scheme's direction, at which a colour is readable; ends at black or white. */
function adapted(colour: Oklch, step: number, grounds: readonly string[]): Oklch {
  let { l } = colour;
  const end = step < 0 ? 0 : 1;
  while ((end - l) * step > 0 && !readable(hexOf({ ...colour, l }), grounds)) l += step;
  return { ...colour, l: Math.min(1, Math.max(0, l)) };
}

/** Black or white, whichever is easier to read on all of these. */
export const textOn = (...grounds: string[]): string => {
  const least = (text: string) => Math.min(...grounds.map((ground) => contrast(text, ground)));
  return least('#ffffff') >= least('#000000') ? '#ffffff' : '#000000';
};

function coloursOf(hex: string, scheme: Scheme): AccentColours {
  const { step, strongerBy, tint: pale } = SCHEMES[scheme];
  const requested = parts(hex);
  const tint = hexOf({ ...pale, c: Math.min(requested.c, pale.c), h: requested.h });
  const grounds = [...GROUNDS[scheme], tint];
  const isFine = readable(hex, grounds);
  const found = isFine ? requested : adapted(requested, step, grounds);
  const accent = isFine ? hex : hexOf(found);
  // A colour near black or white can't get stronger: it goes the other way, further, to be visible.
  const stronger = [strongerBy, -3 * strongerBy].map((by) => hexOf({ ...found, l: found.l + by }));
  const room = scheme === 'light' ? found.l > 0.2 : found.l < 0.94;
  const [first = accent, second = accent] = room ? stronger : stronger.toReversed();
  const accentStrong = [first, second].find((candidate) => readable(candidate, grounds)) ?? accent;
  return { accent, accentStrong, onAccent: textOn(accent, accentStrong), tint, ...fillOf(hex, scheme, accent) };
}

/** A step away from the text keeps its contrast; near white or black the other way, as far as the text stays readable. */
function fillOf(hex: string, scheme: Scheme, accent: string) {
  const colour = parts(hex);
  const onFill = textOn(hex);
  const away = onFill === '#ffffff' ? -1 : 1;
  const steps = [0.07 * away, -0.07 * away, -0.25 * away, -0.04 * away].map((by) =>
    hexOf({ ...colour, l: colour.l + by }),
  );
  const isSeen = (candidate: string) =>
    contrast(candidate, hex) >= 1.08 && contrast(candidate, onFill) >= LEAST_CONTRAST;
  const fillStrong = steps.find(isSeen) ?? hex;
  const fillEdge = contrast(hex, SHEETS[scheme]) < LEAST_EDGE ? accent : hex;
  return { fill: hex, fillStrong, onFill, fillEdge };
}

/**
 * The colours of both schemes from one: fills have the colour itself, with black or white text. Links have it if it is
 * readable on every ground of a page, else the nearest readable lightness of its hue. Pure.
 * @param hex #rrggbb
 * @throws RangeError if it is not a colour
 */
export const accentOf = (hex: string): Accent => ({ light: coloursOf(hex, 'light'), dark: coloursOf(hex, 'dark') });
