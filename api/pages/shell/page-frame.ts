import type { Frame } from '../../../web/parts/frame.ts';
import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import type { PageName } from '../../../web/server.tsx';
import { isFramed } from './frame-policy.ts';
import type { PageKit } from './page-kit.ts';
import { languageLinks } from './page-language.ts';
import type { PageOptions } from './page-options.ts';
import type { PageRequest } from './page-request.ts';

/** Pages without a translation: their document says that it is English. A pack says so of its own text. */
const ENGLISH_ONLY: ReadonlySet<PageName> = new Set<PageName>([
  ...(['docsIndex', 'docsGuide', 'docsSearch', 'docsApi', 'docsArea'] as const),
]);

/** Pages of the app that are seen before sign-in. Afterwards the person's setting counts. */
const OFFER_LANGUAGES: ReadonlySet<PageName> = new Set<PageName>(['login', 'landing']);

/** The document around a page's content: assets, languages, brand, script and head. */
export function frameOf(
  { assets, build, isForGuests, services }: PageKit,
  sent: PageRequest,
  options: PageOptions,
  name: PageName,
): Frame {
  const { framedScriptHref, ...shared } = assets;
  const { entry, brand, meta, outcome } = options.current;
  const locale = ENGLISH_ONLY.has(name) ? DEFAULT_LOCALE : sent.locale;
  return {
    ...shared,
    docsHref: `${services.urls.appUrl}/docs`,
    locale,
    languages: isForGuests || OFFER_LANGUAGES.has(name) ? languageLinks(sent.request) : [],
    entry: entry === null ? null : build.entries[locale.language][entry],
    brand,
    framed: isForGuests && isFramed(sent.request) ? { scriptHref: framedScriptHref, outcome } : null,
    meta,
  };
}
