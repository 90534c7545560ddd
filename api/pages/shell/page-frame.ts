import type { Frame } from '../../../web/parts/frame.ts';
import { isFramed } from './frame-policy.ts';
import type { PageKit } from './page-kit.ts';
import { languageLinks } from './page-language.ts';
import type { PageOptions } from './page-options.ts';
import type { PageRequest } from './page-request.ts';

/** The document around a page's content: assets, languages, brand, script and head. */
export function frameOf(
  { assets, build, isForGuests, services }: PageKit,
  sent: PageRequest,
  options: PageOptions,
): Frame {
  const { framedScriptHref, ...shared } = assets;
  const { entry, brand, meta, outcome } = options.current;
  return {
    ...shared,
    docsHref: `${services.urls.appUrl}/docs`,
    locale: sent.locale,
    languages: isForGuests ? languageLinks(sent.request) : [],
    entry: entry === null ? null : build.entries[entry],
    brand,
    framed: isForGuests && isFramed(sent.request) ? { scriptHref: framedScriptHref, outcome } : null,
    meta,
  };
}
