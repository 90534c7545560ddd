import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { type AccentColours, accentOf } from '../../../domain/branding/accent.ts';
import { Avatars } from './avatars.ts';
import { sendLasting } from './lasting-file.ts';

const ACCENT = /^brand-([0-9a-f]{6})\.css$/;
const PICTURE = /^(?:avatar|photo)-[0-9a-f]{32}\.(png|jpg|webp)$/;
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };
/** A picture opened by itself runs no script, whatever it contains. */
const POLICY = "default-src 'none'; sandbox";

const declarations = (colours: AccentColours): string => {
  const { accent, accentStrong, onAccent, tint, fill, fillStrong, onFill, fillEdge } = colours;
  const ofText = `--accent:${accent};--accent-strong:${accentStrong};--on-accent:${onAccent};--tint:${tint}`;
  return `:root{${ofText};--fill:${fill};--fill-strong:${fillStrong};--on-fill:${onFill};--fill-edge:${fillEdge}}`;
};

/** The style sheet of an accent colour. The same colour always gives the same text, so caches may store it without end. */
export const accentSheet = (hex: string): string => {
  const { light, dark } = accentOf(hex);
  return `${declarations(light)}\n@media (prefers-color-scheme:dark){${declarations(dark)}}\n`;
};

/** GET /assets/brand-{hex}.css and /assets/avatar-{hash}.{type}, photo-{hash}.{type}: each address has one content only. */
export const serveBranding = (sql: Sql): RequestHandler => {
  const sheets = new LRUCache<string, Buffer>({ max: 500 });
  const sheetOf = (hex: string): Buffer => {
    const sheet = sheets.get(hex) ?? Buffer.from(accentSheet(hex));
    sheets.set(hex, sheet);
    return sheet;
  };
  const avatars = new Avatars(sql);
  return async (request, response, next) => {
    const file = String(request.params.file);
    const hex = ACCENT.exec(file)?.[1];
    const type = TYPES[PICTURE.exec(file)?.[1] ?? ''];
    const plain = hex === undefined ? type && (await avatars.find(file)) : sheetOf(`#${hex}`);
    if (!plain) return next();
    sendLasting(request, response, { contentType: type ?? 'text/css; charset=utf-8', plain, policy: POLICY });
  };
};
