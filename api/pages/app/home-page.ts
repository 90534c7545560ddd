import { findPageSession, type PageSession } from '../../auth/page-session.ts';
import { mineOf } from '../../handlers/workspaces/list-workspaces.ts';
import { pathOf } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { showLanding } from './landing-page.ts';

/** What only links to the dashboard have: to a plan, from a payment, to a workspace. */
const OF_THE_DASHBOARD = ['plan', 'payment', 'workspace'];

/** GET /: the dashboard after sign-in; without a session the landing page, or sign-in for who was on the way to a part of the dashboard. */
export async function showHome(visit: Visit): Promise<void> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  if (!session) return OF_THE_DASHBOARD.some((name) => visit.query(name)) ? signInFirst(visit) : showLanding(visit);
  visit.keepPrivate();
  await drawDashboard(visit, session);
}

/** A page of the dashboard. Its script draws what the address names. */
export async function showDashboard(visit: Visit): Promise<void> {
  const session = await findPageSession(visit.kit.services, visit.request, visit.response);
  await (session ? drawDashboard(visit, session) : signInFirst(visit));
}

async function drawDashboard(visit: Visit, { csrfToken, person }: PageSession): Promise<void> {
  visit.setOptions({ entry: 'dashboard' });
  allowBookingPages(visit);
  const mine = await mineOf(visit.kit.services.sql, person.userId);
  visit.speak(mine.user.language);
  visit.show('dashboard', { path: pathOf(visit.request), csrfToken, mine });
}

/** The page of an event type shows its booking page beside the settings: pages of our public origin, and of no other. */
function allowBookingPages({ response, kit }: Visit): void {
  const { origin } = new URL(kit.services.urls.publicUrl);
  response.set('Content-Security-Policy', `${response.get('Content-Security-Policy')};frame-src ${origin}`);
}

/** A browser keeps what follows `#` to itself: those who come back from a payment, or chose a plan, are led to the plan. */
function signInFirst(visit: Visit): void {
  const isOfPlan = ['plan', 'payment'].some((name) => visit.query(name));
  const returnTo = `${visit.request.originalUrl}${isOfPlan ? '#plan' : ''}`;
  visit.goTo(`/login?${new URLSearchParams({ return_to: returnTo })}`);
}
