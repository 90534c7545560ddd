import { textOn } from '../../domain/branding/accent.ts';

export const EMBED_KINDS = ['inline', 'popup', 'button', 'link'] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

/** The options of a snippet. */
export interface EmbedChoice {
  readonly kind: EmbedKind;
  /** as typed: any text */
  readonly label: string;
  /** of a button: #rrggbb */
  readonly colour: string;
  /** a class for the site's own style sheet, instead of the style in the snippet */
  readonly byClass: boolean;
}

interface EmbedAddresses {
  /** the booking page, absolute */
  readonly href: string;
  /** the script for the pop-up, absolute */
  readonly scriptHref: string;
}

const BUTTON_CLASS = 'holdfast-button';
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and quoted values. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const isButton = (kind: EmbedKind): boolean => kind === 'button' || kind === 'popup';
/** They need embed.js. */
export const needsScript = (kind: EmbedKind): boolean => kind === 'inline' || kind === 'popup';

/** A style that makes a link a button; empty for a plain link. @param colour #rrggbb */
export function buttonStyle({ kind, colour, byClass }: EmbedChoice): string {
  if (!isButton(kind) || byClass) return '';
  return declarations(colour).join(';');
}

/** The same as a rule for the site's style sheet; empty if not needed. */
export function buttonRule({ kind, colour, byClass }: EmbedChoice): string {
  if (!isButton(kind) || !byClass) return '';
  return `.${BUTTON_CLASS} {\n${declarations(colour)
    .map((line) => `  ${line.replace(':', ': ')};\n`)
    .join('')}}`;
}

const declarations = (colour: string): string[] => [
  'display:inline-block',
  'padding:0.75em 1.5em',
  'border-radius:0.5em',
  `background:${colour}`,
  `color:${textOn(colour)}`,
  'font-weight:600',
  'text-decoration:none',
];

/** The HTML for a website: a link to a booking page, which works wherever links work. */
export function embedSnippet(choice: EmbedChoice, { href, scriptHref }: EmbedAddresses): string {
  const style = buttonStyle(choice);
  const attributes = [
    `href="${escapeHtml(href)}"`,
    ...(isButton(choice.kind) && choice.byClass ? [`class="${BUTTON_CLASS}"`] : []),
    ...(style === '' ? [] : [`style="${escapeHtml(style)}"`]),
    ...(choice.kind === 'popup' ? ['data-holdfast'] : []),
    ...(choice.kind === 'inline' ? ['data-holdfast="inline"'] : []),
  ];
  const link = `<a ${attributes.join(' ')}>${escapeHtml(choice.label)}</a>`;
  if (!needsScript(choice.kind)) return link;
  return `${link}\n<script src="${escapeHtml(scriptHref)}" async></script>`;
}

/** The same link without its script, for a frame without scripts: there it would log an error. */
export const withoutScript = (snippet: string): string => snippet.replace(/\n<script .*$/, '');

interface EmbedDocument {
  readonly snippet: string;
  /** the rule in the site's style sheet; '' for none */
  readonly rule: string;
  /** our own words; also shown */
  readonly title: string;
  /** BCP 47 */
  readonly language: string;
}

/** A snippet as another site would serve it. Our title is above it: the label may be any text, and the page is ours. */
export const embedDocument = ({ snippet, rule, title, language }: EmbedDocument): string =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width"><base target="_blank">${
    rule === '' ? '' : `<style>${rule}</style>`
  }</head><body><p><small>${title}</small><br>${snippet}</p></body></html>`;
