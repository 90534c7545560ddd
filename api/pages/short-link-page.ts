import type { Visit } from './visit.ts';

/** GET /b/{token}: goes on to the page that the link stands for now. Nobody may keep where, as it can be revoked. */
export async function followLink(visit: Visit): Promise<void> {
  visit.response.set('X-Robots-Tag', 'noindex');
  visit.keepPrivate();
  const answer = await visit.ask('shortLinks', 'followShortLink', { token: visit.part('token') });
  if (!answer.ok) return visit.fail(answer);
  // As a path: whoever came by another name of this origin stays there.
  visit.response.redirect(302, new URL(answer.output.urls.page).pathname);
}
