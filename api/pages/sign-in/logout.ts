import { csrfToken, sameCode, tokenHash } from '../../../domain/secrets.ts';
import { endSession, findPerson } from '../../../store/accounts/sessions.ts';
import { loginWords } from '../../../texts/en/pages/accounts.ts';
import { clearCookie, readCookie } from '../../auth/session-cookie.ts';
import type { Visit } from '../shell/visit.ts';

/** POST /logout: ends this browser's session. Needs the CSRF token, as the field csrfToken or as X-CSRF-Token. */
export async function submitLogout(visit: Visit): Promise<void> {
  const { sql, secrets, urls } = visit.kit.services;
  const token = readCookie(visit.request, urls);
  const person = token === undefined ? undefined : await findPerson(sql, tokenHash(token));
  if (token !== undefined && person) {
    const given = visit.field('csrfToken') || (visit.request.get('x-csrf-token') ?? '');
    if (!sameCode(given, csrfToken(secrets, person.sessionId))) {
      const { stillIn, goOn } = visit.words(loginWords);
      return visit.show('problem', { ...stillIn, link: { href: '/', label: goOn } }, 403);
    }
    await endSession(sql, tokenHash(token));
  }
  clearCookie(visit.response, urls);
  visit.goTo('/login?done=signed-out');
}
