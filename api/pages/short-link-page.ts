import { deadShortLink } from './problems.ts';
import { searchOf } from './request-address.ts';
import type { Visit } from './visit.ts';

/** GET /b/{token}: goes on to the page that the link stands for now. Nobody may keep where, as it can be revoked. */
export async function followLink(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const answer = await visit.ask('shortLinks', 'followShortLink', { token: visit.part('token') });
  if (answer.ok) {
    // As a path: whoever came by another name of this origin stays there. What the link says besides (a zone, a day) comes along.
    return visit.response.redirect(302, `${new URL(answer.output.urls.page).pathname}${searchOf(visit.request)}`);
  }
  // Revoked, unknown and cut short are answered alike: none of it can be guessed.
  if (answer.status === 404 || answer.status === 400) return visit.show('problem', deadShortLink(visit.locale), 404);
  visit.fail(answer);
}
