import type { Visit } from '../pages/visit.ts';
import { showLink, submitLink } from './link-page.ts';
import { submitLocal } from './local-page.ts';
import { showLinkSent, showLogin, submitLogin } from './login-page.ts';
import { submitLogout } from './logout.ts';
import { comeBackFrom, leaveFor } from './provider-pages.ts';
import type { SignInServices } from './sign-in-services.ts';

type Mount = (path: string, show: (visit: Visit) => void | Promise<void>) => void;

/** The pages of sign-in, on the app origin. What is not configured is not there. */
export function mountSignIn(
  { get, post }: { readonly get: Mount; readonly post: Mount },
  { providers, localPeople }: SignInServices,
): void {
  get('/login', showLogin);
  post('/login', submitLogin);
  get('/login/sent', showLinkSent);
  get('/login/link/:token', showLink);
  post('/login/link/:token', submitLink);
  if (localPeople.length > 0) post('/login/local', submitLocal);
  for (const provider of providers.values()) {
    get(`/login/${provider.name}`, leaveFor(provider));
    get(`/login/${provider.name}/callback`, comeBackFrom(provider));
  }
  post('/logout', submitLogout);
}
