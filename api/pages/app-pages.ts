import { findPageSession, type PageSession, pageSession } from '../auth/page-session.ts';
import type { Visit } from './visit.ts';
import type { EntryName, WebBuild } from './web-build.ts';

/** The scripts of our own origin, which call our own operations; nothing inline. */
const allowOwnScripts = ({ response }: Visit): void => {
  const policy = String(response.getHeader('Content-Security-Policy') ?? "default-src 'none'");
  const rest = policy.replace(/;?script-src [^;]*/, '');
  response.set('Content-Security-Policy', `${rest};script-src 'self';connect-src 'self'`);
};

function render(visit: Visit, build: WebBuild, name: EntryName, title: string, { csrfToken }: PageSession): void {
  visit.keepPrivate();
  allowOwnScripts(visit);
  visit.show('app', { title, wide: name === 'home', csrfToken, entry: build.entries[name] });
}

/** GET / for whoever is signed in. @returns false where nobody is: the answer is another's */
export async function showHome(visit: Visit, build: WebBuild): Promise<boolean> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  if (session) render(visit, build, 'home', 'Home', session);
  return session !== null;
}

/** GET /device?code=…, after sign-in. */
export async function showDevice(visit: Visit, build: WebBuild): Promise<void> {
  const session = await pageSession(visit.kit.services, visit.request, visit.response);
  if (session) render(visit, build, 'device', 'A device asks for access', session);
}
