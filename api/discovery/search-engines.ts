import type { Urls } from '../core/urls.ts';
import { GUIDES, guidePath } from './guides.ts';

export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';

export type CrawledOrigin = 'app' | 'public';
/** Addresses of pages with personal data. */
export type PersonalPaths = Readonly<Record<CrawledOrigin, readonly string[]>>;

/** Paths that are no pages, or of no use in search results. */
const OTHER_PATHS = { app: ['/oauth/', '/auth/', '/dev/', '/docs/search'], public: [] } as const;

/** The addresses up to their first variable part. Those that begin with one are of a workspace: their pages say noindex themselves. */
function closed(paths: readonly string[]): string[] {
  const starts = [...new Set(paths.map((path) => path.replace(/[:*].*$/, '')))].filter((start) => start !== '/').sort();
  return starts.filter((start) => !starts.some((other) => other !== start && start.startsWith(other)));
}

/**
 * Returns robots.txt. The API is open: agents that heed this file use it. Personal pages say noindex too; here, so that nobody asks
 * for them.
 */
export const robotsText = (origin: CrawledOrigin, urls: Urls, personalPaths: PersonalPaths): string => `User-agent: *
${closed([...personalPaths[origin], ...OTHER_PATHS[origin]])
  .map((path) => `Disallow: ${path}`)
  .join('\n')}

Sitemap: ${originOf(origin, urls)}${SITEMAP_PATH}
`;

/** Pages that are the same for all: landing pages and docs. Booking pages are their hosts' to make known. */
export function sitemap(origin: CrawledOrigin, urls: Urls): string {
  const docs = ['/docs', ...GUIDES.map(({ name }) => guidePath(name)), '/docs/api'];
  const paths = ['/', ...(origin === 'app' ? docs : [])];
  const entries = paths.map((path) => `<url><loc>${escaped(`${originOf(origin, urls)}${path}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

const originOf = (origin: CrawledOrigin, urls: Urls): string => (origin === 'app' ? urls.appUrl : urls.publicUrl);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
