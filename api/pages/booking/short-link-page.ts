import type { Failure } from '../../core/call.ts';
import { failInMarkdown } from '../markdown/markdown.ts';
import { missingShortLink } from '../markdown/missing.ts';
import { deadShortLink } from '../shell/problems.ts';
import { searchOf } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';

/** Redirects to the page behind the link. Caches must not store the target: the link can be revoked. */
async function follow(visit: Visit, ending: '' | '.md', refuse: (failure: Failure) => void): Promise<void> {
  const answer = await visit.ask('links', 'followShortLink', { token: visit.part('token') });
  if (!answer.ok) return refuse(answer);
  // Only the path: the reader stays on the host name that they used. The query (a zone, a day) is kept.
  visit.response.redirect(302, `${new URL(answer.output.urls.page).pathname}${ending}${searchOf(visit.request)}`);
}

/** GET /b/{token} */
export const followLink = (visit: Visit): Promise<void> =>
  follow(visit, '', (failure) => {
    // Revoked, unknown and cut links get the same answer: it hides which links exist.
    const { status } = failure;
    if (status === 404 || status === 400) visit.show('problem', deadShortLink(visit.locale), 404);
    else visit.fail(failure);
  });

/** GET /b/{token}.md: to the Markdown of that page. */
export const followLinkToMarkdown = (visit: Visit): Promise<void> =>
  follow(visit, '.md', (failure) => failInMarkdown(visit, failure, missingShortLink(visit)));
