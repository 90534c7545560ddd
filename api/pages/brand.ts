import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { type AccentColours, accentOf } from '../../domain/branding/accent.ts';
import { type Branding, readAvatar, readBranding } from '../../store/branding.ts';
import type { Brand } from '../../web/parts/frame.ts';
import { withDeadline } from '../deadline.ts';
import type { Visit } from './visit.ts';

/** A brand is worth less of a wait than a page. */
const BRAND_DEADLINE_MS = 1_000;
const ONE_YEAR_SECONDS = 31_536_000;
const FOR_EVER = `public, max-age=${ONE_YEAR_SECONDS}, immutable`;
const ACCENT = /^accent-([0-9a-f]{6})\.css$/;
const AVATAR = /^avatar-[0-9a-f]{32}\.(png|jpg|webp)$/;
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** What a workspace has chosen, if it can be read in time. */
export const brandingOf = (visit: Visit, workspaceSlug: string): Promise<Branding | undefined> =>
  withDeadline(readBranding(visit.kit.services.sql, workspaceSlug), {
    deadlineMs: BRAND_DEADLINE_MS,
    waitsFor: () => 'database',
  }).catch(() => undefined);

/**
 * A workspace as the page's guest sees it, read anew for each page, so that a change shows in the very next one: the row is as
 * quick to read by its slug as its version would be. A page without it is still a page.
 */
async function brandOf(visit: Visit, workspaceSlug: string): Promise<Brand | null> {
  const found = await brandingOf(visit, workspaceSlug);
  if (!found) return null;
  const { name, accentColor, avatarFile } = found;
  return {
    name,
    accentHref: accentColor === null ? null : `/assets/accent-${accentColor.slice(1)}.css`,
    avatarHref: avatarFile === null ? null : `/assets/${avatarFile}`,
  };
}

/** Has the page wear the workspace's brand. */
export async function wearBrand(visit: Visit, workspaceSlug: string): Promise<void> {
  visit.wear({ brand: await brandOf(visit, workspaceSlug) });
}

/**
 * What every page of the public origin does first: it says where the interface stands (RFC 8631), and wears the brand of the
 * workspace in its address, so that steps and problems look like the page they come from.
 */
export async function receiveGuest(visit: Visit): Promise<void> {
  const { isTranslated, services } = visit.kit;
  if (!isTranslated) return;
  visit.response.links({ 'service-desc': `${services.urls.appUrl}/api/v1/openapi` });
  const workspace = visit.part('workspace');
  if (workspace !== '') await wearBrand(visit, workspace);
}

const declarations = ({ accent, accentStrong, onAccent, tint }: AccentColours): string =>
  `:root{--accent:${accent};--accent-strong:${accentStrong};--on-accent:${onAccent};--tint:${tint}}`;

/** The accent of a colour as a style sheet: it says the same whenever it is made, so that it may be kept for ever. */
const accentSheet = (hex: string): string => {
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
  return async ({ params }, response, next) => {
    const file = String(params.file);
    const hex = ACCENT.exec(file)?.[1];
    const type = TYPES[AVATAR.exec(file)?.[1] ?? ''];
    const body = hex === undefined ? type && (await readAvatar(sql, file)) : sheetOf(`#${hex}`);
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
