import type { SignInServices } from '../../sign-in/sign-in-services.ts';
import type { PageRouter } from '../shell/page-router.ts';
import { showLink, submitLink } from './link-page.ts';
import { submitLocal } from './local-page.ts';
import { showLinkSent, showLogin, submitLogin } from './login-page.ts';
import { submitLogout } from './logout.ts';
import { sendPasskeyOptions, submitPasskey } from './passkey-page.ts';
import { handleCallback, redirectToProvider } from './provider-pages.ts';

/** Up to three requests to a provider, five seconds each. */
const ofProvider = { patienceMs: 15_000, personal: true } as const;

/** The pages of sign-in, on the app origin. A provider that is not configured has no page. */
export function mountSignIn(page: PageRouter['page'], { providers, localPeople }: SignInServices): void {
  page('/login', { get: showLogin, post: submitLogin, personal: true });
  page('/login/sent', { get: showLinkSent, personal: true });
  page('/login/link/:token', { get: showLink, post: submitLink, personal: true });
  page('/login/passkey/options', { post: sendPasskeyOptions, personal: true });
  page('/login/passkey', { post: submitPasskey, personal: true });
  if (localPeople.length > 0) page('/login/local', { post: submitLocal, personal: true });
  for (const provider of providers.values()) {
    page(`/login/${provider.name}`, { get: redirectToProvider(provider), ...ofProvider });
    page(`/login/${provider.name}/callback`, { get: handleCallback(provider), ...ofProvider });
  }
  page('/logout', { post: submitLogout, personal: true });
}
