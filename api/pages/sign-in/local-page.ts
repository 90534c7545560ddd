import { signInLocally } from '../../../store/accounts/sign-in.ts';
import { loginWords } from '../../../texts/en/pages/accounts.ts';
import { returnPath } from '../../auth/return-to.ts';
import { stalePage } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { hasSignInPageToken } from './browser.ts';
import { renderLogin } from './login-page.ts';
import { startSession } from './start-session.ts';

/** POST /login/local: signs in as a person of the demo, without proof. Mounted in local mode only. */
export async function submitLocal(visit: Visit): Promise<void> {
  const returnTo = returnPath(visit.field('return_to'));
  if (!hasSignInPageToken(visit, 'login'))
    return renderLogin(visit, returnTo, { notice: stalePage(visit.locale), status: 403 });
  const { sql, signIn } = visit.kit.services;
  const person = signIn.localPeople.find(({ username }) => username === visit.field('person'));
  const signedIn =
    person && (await startSession(visit, 'local', (session) => signInLocally(sql, person.email, session)));
  if (signedIn) return visit.goTo(returnTo);
  const notice = { tone: 'warning', title: visit.words(loginWords).noPerson } as const;
  renderLogin(visit, returnTo, { notice, status: 404 });
}
