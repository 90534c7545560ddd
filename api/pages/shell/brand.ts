import { readBranding } from '../../../store/workspaces/branding.ts';
import type { Brand } from '../../../web/parts/frame.ts';
import { openapiUrl } from '../../openapi/path.ts';
import type { Visit } from './visit.ts';

/** A brand is worth less of a wait than a page. */
const BRAND_DEADLINE_MS = 1_000;

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
  visit.setOptions({ brand: await brandOf(visit, workspaceSlug) });
}

/**
 * What every page of the public origin does first: it says where the interface stands (RFC 8631), and sends for the brand of the
 * workspace in its address, so that steps and problems look like the page they come from.
 */
export function prepareGuestPage(visit: Visit): void {
  const { isForGuests, services } = visit.kit;
  if (!isForGuests) return;
  visit.response.links({ 'service-desc': openapiUrl(services.urls) });
  const workspace = visit.part('workspace');
  if (workspace !== '') visit.preload(() => wearBrand(visit, workspace));
}
