import { findPageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';
import { showApp } from './app-page.ts';
import { showLanding } from './landing-page.ts';

/** GET /: the dashboard after sign-in; without a session the landing page. */
export async function showHome(visit: Visit): Promise<void> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  if (!session) return showLanding(visit);
  visit.keepPrivate();
  showApp(visit, 'home', 'Home', session);
}
