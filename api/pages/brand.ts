import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { type AccentColours, accentOf } from '../../domain/branding/accent.ts';
import { readAvatar, readBranding } from '../../store/branding.ts';
import type { Brand } from '../../web/parts/frame.ts';
import { DEADLINE_MS, withDeadline } from '../deadline.ts';
import { openapiUrl } from '../openapi-path.ts';
import type { Visit } from './visit.ts';

/** A brand is worth less of a wait than a page. */
const BRAND_DEADLINE_MS = 1_000;
const KEPT_AVATARS_BYTES = 16 * 1024 * 1024;
/** A picture that was taken away is gone after this. */
const KEPT_AVATARS_MS = 60_000;
const ONE_YEAR_SECONDS = 31_536_000;
const FOR_EVER = `public, max-age=${ONE_YEAR_SECONDS}, immutable`;
const ACCENT = /^accent-([0-9a-f]{6})\.css$/;
const AVATAR = /^avatar-[0-9a-f]{32}\.(png|jpg|webp)$/;
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/**
 * A workspace as the page's guest sees it, read anew for each page, so that a change shows in the very next one: the row is as
 * quick to read by its slug as its version would be. A page without it is still a page.
 */
async function brandOf(visit: Visit, workspaceSlug: string): Promise<Brand | null> {
  const found = await visit.inTime(() => readBranding(visit.kit.services.sql, workspaceSlug), BRAND_DEADLINE_MS);
  if (!found) return null;
  const { avatarFile, ...brand } = found;
  return {
    ...brand,
    accentHref: brand.accentColor === null ? null : `/assets/accent-${brand.accentColor.slice(1)}.css`,
    avatarHref: avatarFile === null ? null : `/assets/${avatarFile}`,
  };
}

/** Has the page wear the workspace's brand. */
export async function wearBrand(visit: Visit, workspaceSlug: string): Promise<void> {
  visit.wear({ brand: await brandOf(visit, workspaceSlug) });
}

/**
 * What every page of the public origin does first: it says where the interface stands (RFC 8631), and sends for the brand of the
 * workspace in its address, so that steps and problems look like the page they come from.
 */
export function receiveGuest(visit: Visit): void {
  const { isTranslated, services } = visit.kit;
  if (!isTranslated) return;
  visit.response.links({ 'service-desc': openapiUrl(services.urls) });
  const workspace = visit.part('workspace');
  if (workspace !== '') visit.dressSoon(wearBrand(visit, workspace));
}

const declarations = ({ accent, accentStrong, onAccent, tint }: AccentColours): string =>
  `:root{--accent:${accent};--accent-strong:${accentStrong};--on-accent:${onAccent};--tint:${tint}}`;

/** The accent of a colour as a style sheet: it says the same whenever it is made, so that it may be kept for ever. */
export const accentSheet = (hex: string): string => {
  const { light, dark } = accentOf(hex);
  return `${declarations(light)}\n@media (prefers-color-scheme:dark){${declarations(dark)}}\n`;
};

/** GET /assets/accent-{hex}.css and /assets/avatar-{hash}.{type}: each address has one content only. */
export const serveBranding = (sql: Sql): RequestHandler => {
  const sheets = new LRUCache<string, string>({ max: 500 });
  const sheetOf = (hex: string): string => {
    const sheet = sheets.get(hex) ?? accentSheet(hex);
    sheets.set(hex, sheet);
    return sheet;
  };
  // One of these is up to 256 KB, and whoever asks without end must not keep the database busy.
  const avatars = new LRUCache<string, Buffer>({
    maxSize: KEPT_AVATARS_BYTES,
    ttl: KEPT_AVATARS_MS,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (file) => readAvatar(sql, file),
  });
  const avatarOf = (file: string): Promise<Buffer | undefined> =>
    withDeadline(avatars.fetch(file), { deadlineMs: DEADLINE_MS, waitsFor: () => 'database' });
  return async ({ params }, response, next) => {
    const file = String(params.file);
    const hex = ACCENT.exec(file)?.[1];
    const type = TYPES[AVATAR.exec(file)?.[1] ?? ''];
    const body = hex === undefined ? type && (await avatarOf(file)) : sheetOf(`#${hex}`);
    if (!body) return next();
    response
      .set('Content-Type', type ?? 'text/css; charset=utf-8')
      .set('Cache-Control', FOR_EVER)
      .set('X-Content-Type-Options', 'nosniff')
      // Whatever a picture holds: opened by itself it may do nothing.
      .set('Content-Security-Policy', "default-src 'none'; sandbox")
      .send(body);
  };
};
