import type { SKRSContext2D } from '@napi-rs/canvas';
import { DEFAULT_ACCENT, textOn } from '../../../domain/branding/accent.ts';
import { readTypeface, TYPEFACE } from '../shell/typeface.ts';
import { brokenInto, drawable } from './card-text.ts';

/** What a card shows of an event. */
export interface Card {
  readonly title: string;
  readonly host: string;
  readonly minutes: number;
  readonly brand: string;
  /** #rrggbb; null: ours */
  readonly colour: string | null;
}

/** The size that previews of shared links expect. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 80;
/** Left of the picture of a calendar. */
const TEXT_WIDTH = 690;
const TITLE_LINES = 3;
/** Sizes that are tried, largest first. */
const TITLE_SIZES = [88, 74, 62] as const;
/** Longer texts than this are cut before they are measured. */
const MOST_CHARACTERS = 160;

type Canvas = typeof import('@napi-rs/canvas');
let loading: Promise<Canvas> | undefined;

/** Loaded with the first card: an API that draws none does not pay for it. */
async function loadCanvas(): Promise<Canvas> {
  const canvas = await import('@napi-rs/canvas');
  for (const subset of ['latin', 'latin-ext'] as const) canvas.GlobalFonts.register(readTypeface(subset), TYPEFACE);
  return canvas;
}

/** Whether a card says what can be booked; else a shared link shows the avatar. */
export const hasCard = ({ title }: Pick<Card, 'title'>): boolean => drawable(title) !== null;

/** Draws a card as PNG. It draws texts and shapes only: no picture of strangers is decoded. */
export async function drawCard(card: Card): Promise<Buffer> {
  loading ??= loadCanvas();
  const { createCanvas } = await loading;
  const canvas = createCanvas(CARD_SIZE.width, CARD_SIZE.height);
  const context = canvas.getContext('2d');
  const ground = card.colour ?? DEFAULT_ACCENT;
  const ink = textOn(ground);
  context.fillStyle = ground;
  context.fillRect(0, 0, CARD_SIZE.width, CARD_SIZE.height);
  context.fillStyle = ink;
  context.textBaseline = 'alphabetic';
  drawBrand(context, card, { ground, ink });
  drawTitle(context, card);
  drawFacts(context, card);
  drawCalendar(context, { ground, ink });
  return canvas.encode('png');
}

const setSize = (context: SKRSContext2D, size: number): void => {
  context.font = `600 ${size}px "${TYPEFACE}"`;
};

const short = (text: string): string | null => drawable(text.slice(0, MOST_CHARACTERS));

interface Colours {
  readonly ground: string;
  readonly ink: string;
}

/** The mark with the first letter, and the name. */
function drawBrand(context: SKRSContext2D, { brand }: Card, { ground, ink }: Colours): void {
  const name = short(brand);
  if (name === null) return;
  context.beginPath();
  context.arc(MARGIN + 30, 110, 30, 0, 2 * Math.PI);
  context.fill();
  setSize(context, 34);
  context.fillStyle = ground;
  context.textAlign = 'center';
  context.fillText(Array.from(name)[0]?.toUpperCase() ?? '', MARGIN + 30, 122);
  context.fillStyle = ink;
  context.textAlign = 'left';
  drawLine(context, name, { x: MARGIN + 80, y: 122, width: TEXT_WIDTH - 80 });
}

function drawLine(
  context: SKRSContext2D,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const { lines } = brokenInto(text, { width, lines: 1 }, (part) => context.measureText(part).width);
  context.fillText(lines[0] ?? '', x, y);
}

/** As large as its three lines allow. */
function drawTitle(context: SKRSContext2D, { title }: Card): void {
  const text = short(title) ?? '';
  const widthOf = (part: string): number => context.measureText(part).width;
  for (const size of TITLE_SIZES) {
    setSize(context, size);
    const { lines, isWhole } = brokenInto(text, { width: TEXT_WIDTH, lines: TITLE_LINES }, widthOf);
    if (!isWhole && size !== TITLE_SIZES.at(-1)) continue;
    const height = size * 1.14;
    const top = 320 - ((lines.length - 1) * height) / 2 + size * 0.35;
    for (const [index, line] of lines.entries()) context.fillText(line, MARGIN, top + index * height);
    return;
  }
}

/** In every language alike. */
function drawFacts(context: SKRSContext2D, { host, minutes }: Card): void {
  setSize(context, 36);
  const name = short(host);
  const length = `${minutes} min`;
  drawLine(context, name === null ? length : `${length}  ·  ${name}`, { x: MARGIN, y: 545, width: TEXT_WIDTH });
}

/** A month with one chosen day. */
function drawCalendar(context: SKRSContext2D, { ground, ink }: Colours): void {
  const [left, top, step, dot] = [860, 190, 66, 44];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const isChosen = row === 2 && column === 1;
      context.globalAlpha = isChosen ? 1 : 0.16;
      context.fillStyle = ink;
      context.beginPath();
      context.roundRect(left + column * step, top + row * step, dot, dot, 12);
      context.fill();
      if (!isChosen) continue;
      context.strokeStyle = ground;
      context.lineWidth = 6;
      context.lineCap = 'round';
      context.lineJoin = 'round';
      context.beginPath();
      context.moveTo(left + column * step + 12, top + row * step + 23);
      context.lineTo(left + column * step + 19, top + row * step + 30);
      context.lineTo(left + column * step + 32, top + row * step + 14);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}
