import { findPageSession, type PageSession, pageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';
import { showLanding } from './landing-page.ts';

function render(visit: Visit, name: 'home' | 'device', title: string, { csrfToken }: PageSession): void {
  visit.setOptions({ entry: name });
  visit.show('app', { title, wide: name === 'home', csrfToken });
}

/** GET /: the dashboard after sign-in; without a session the landing page. */
export async function showHome(visit: Visit): Promise<void> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  if (!session) return showLanding(visit);
  visit.keepPrivate();
  render(visit, 'home', 'Home', session);
}

/** GET /device?code=…, after sign-in. */
export async function showDevice(visit: Visit): Promise<void> {
  const session = await pageSession(visit.kit.services, visit.request, visit.response);
  if (session) render(visit, 'device', 'A device asks for access', session);
}
