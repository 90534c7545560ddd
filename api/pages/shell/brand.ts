import type { Brand } from '../../../web/parts/frame.ts';
import { openapiUrl } from '../../openapi/path.ts';
import type { Visit } from './visit.ts';

/** The page waits for its brand no longer than this. */
const BRAND_DEADLINE_MS = 1_000;

/**
 * A workspace's name, colours and picture, read again for each page: a change shows in the next one. Pages at the same time share a query. Null if it cannot be
 * read; the page is shown without it.
 */
async function brandOf(visit: Visit, workspaceSlug: string): Promise<Brand | null> {
  const found = await visit.tryRead(() => visit.kit.brands.find(workspaceSlug), BRAND_DEADLINE_MS);
  if (!found) return null;
  const { avatarFile, language, weekStartsOn, ...brand } = found;
  visit.setWorkspace({ language, weekStartsOn });
  return {
    ...brand,
    accentHref: brand.accentColor === null ? null : `/assets/brand-${brand.accentColor.slice(1)}.css`,
    avatarHref: avatarFile === null ? null : `/assets/${avatarFile}`,
  };
}

/** Loads the workspace's brand into the page's options. */
export async function loadBrand(visit: Visit, workspaceSlug: string): Promise<void> {
  visit.setOptions({ brand: await brandOf(visit, workspaceSlug) });
}

/**
 * Prepares every page of the public origin: links to the OpenAPI document (RFC 8631) and preloads the brand of the workspace in
 * the address. Steps and problems then show the same brand as their event.
 */
export function prepareGuestPage(visit: Visit): void {
  const { isForGuests, services } = visit.kit;
  if (!isForGuests) return;
  visit.response.links({ 'service-desc': openapiUrl(services.urls) });
  const workspace = visit.part('workspace');
  if (workspace !== '') visit.preload(() => loadBrand(visit, workspace));
}
