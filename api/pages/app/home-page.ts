import { findPageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';
import { showApp } from './app-page.ts';
import { showLanding } from './landing-page.ts';

/** What only links to the dashboard have: to a plan, from a payment, to a workspace. */
const OF_THE_DASHBOARD = ['plan', 'payment', 'workspace'];

/** GET /: the dashboard after sign-in; without a session the landing page, or sign-in for who was on the way to a part of the dashboard. */
export async function showHome(visit: Visit): Promise<void> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  if (!session) return OF_THE_DASHBOARD.some((name) => visit.query(name)) ? signInFirst(visit) : showLanding(visit);
  visit.keepPrivate();
  showApp(visit, 'home', 'Home', session);
}

/** A browser keeps what follows `#` to itself: those who come back from a payment, or chose a plan, are led to the plan. */
function signInFirst(visit: Visit): void {
  const isOfPlan = ['plan', 'payment'].some((name) => visit.query(name));
  const returnTo = `${visit.request.originalUrl}${isOfPlan ? '#plan' : ''}`;
  visit.goTo(`/login?${new URLSearchParams({ return_to: returnTo })}`);
}
