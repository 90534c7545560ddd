import type { Urls } from '../core/urls.ts';
import { GUIDES, guidePath } from './guides.ts';

export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';

/** Pages for one person, by the first part of their address. They say noindex too; here, so that nobody asks for them. */
const PRIVATE = {
  app: [
    ...['/login', '/device', '/decide/', '/invitations/', '/claim/', '/agents/stop/', '/access/stop/', '/meetings/'],
    ...['/oauth/', '/auth/', '/dev/', '/docs/search'],
  ],
  public: ['/manage/', '/b/', '/no-mail/', '/invited/'],
} as const;

/** What crawlers may ask for. The API is open: agents that heed this file use it. */
export const robotsText = (origin: 'app' | 'public', urls: Urls): string => `User-agent: *
${PRIVATE[origin].map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${originOf(origin, urls)}${SITEMAP_PATH}
`;

/** Pages that are the same for all: landing pages and docs. Booking pages are their hosts' to make known. */
export function sitemap(origin: 'app' | 'public', urls: Urls): string {
  const docs = ['/docs', ...GUIDES.map(({ name }) => guidePath(name)), '/docs/api'];
  const paths = ['/', ...(origin === 'app' ? docs : [])];
  const entries = paths.map((path) => `<url><loc>${escaped(`${originOf(origin, urls)}${path}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

const originOf = (origin: 'app' | 'public', urls: Urls): string => (origin === 'app' ? urls.appUrl : urls.publicUrl);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
