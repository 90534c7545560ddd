import type { Failure } from '../../core/outcome.ts';
import { failInMarkdown } from '../markdown/markdown.ts';
import { missingShortLink } from '../markdown/missing.ts';
import { deadShortLink } from '../shell/problems.ts';
import { searchOf } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';

/** Goes on to the page that the link stands for now. Nobody may keep where, as it can be revoked. */
async function follow(visit: Visit, ending: '' | '.md', refuse: (failure: Failure) => void): Promise<void> {
  const answer = await visit.ask('links', 'followShortLink', { token: visit.part('token') });
  if (!answer.ok) return refuse(answer);
  // As a path: whoever came by another name of this origin stays there. What the link says besides (a zone, a day) comes along.
  visit.response.redirect(302, `${new URL(answer.output.urls.page).pathname}${ending}${searchOf(visit.request)}`);
}

/** GET /b/{token} */
export const followLink = (visit: Visit): Promise<void> =>
  follow(visit, '', (failure) => {
    // Revoked, unknown and cut short are answered alike: none of it can be guessed.
    const { status } = failure;
    if (status === 404 || status === 400) visit.show('problem', deadShortLink(visit.locale), 404);
    else visit.fail(failure);
  });

/** GET /b/{token}.md: to the Markdown of that page. */
export const followLinkToMarkdown = (visit: Visit): Promise<void> =>
  follow(visit, '.md', (failure) => failInMarkdown(visit, failure, missingShortLink(visit)));
