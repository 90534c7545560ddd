import { failInMarkdown } from './markdown.ts';
import { showEventMarkdown } from './markdown-event.ts';
import { showHostMarkdown } from './markdown-host.ts';
import { showManagedMarkdown } from './markdown-manage.ts';
import { searchOf } from './request-address.ts';
import type { Visit } from './visit.ts';

/** GET /b/{token}.md: on to the Markdown of the page that the link stands for now. */
async function followLinkToMarkdown(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const answer = await visit.ask('shortLinks', 'followShortLink', { token: visit.part('token') });
  if (!answer.ok) return failInMarkdown(visit, answer);
  visit.response.redirect(302, `${new URL(answer.output.urls.page).pathname}.md${searchOf(visit.request)}`);
}

/** The Markdown beside each page. Neither slugs nor tokens have a dot, so that none is mistaken for a page's name. */
export function mountMarkdown(get: (path: string, show: (visit: Visit) => Promise<void>) => unknown): void {
  get('/manage/:token.md', showManagedMarkdown);
  get('/b/:token.md', followLinkToMarkdown);
  for (const host of ['/:workspace/team/:teamSlug', '/:workspace/:username']) {
    get(`${host}.md`, showHostMarkdown);
    get(`${host}/:eventSlug.md`, showEventMarkdown);
  }
}
