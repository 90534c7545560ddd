import { findPageSession, type PageSession, pageSession } from '../auth/page-session.ts';
import type { Visit } from './visit.ts';

function render(visit: Visit, name: 'home' | 'device', title: string, { csrfToken }: PageSession): void {
  visit.keepPrivate();
  visit.wear({ entry: name });
  visit.show('app', { title, wide: name === 'home', csrfToken });
}

/** GET / for whoever is signed in. @returns false where nobody is: the answer is another's */
export async function showHome(visit: Visit): Promise<boolean> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  if (session) render(visit, 'home', 'Home', session);
  return session !== null;
}

/** GET /device?code=…, after sign-in. */
export async function showDevice(visit: Visit): Promise<void> {
  const session = await pageSession(visit.kit.services, visit.request, visit.response);
  if (session) render(visit, 'device', 'A device asks for access', session);
}
