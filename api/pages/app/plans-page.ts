import { findPageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';

/** GET /plans */
export async function showPlans(visit: Visit): Promise<void> {
  const answer = await visit.ask('billing', 'listPlans', {});
  if (!answer.ok) return visit.fail(answer);
  const { services } = visit.kit;
  const session = await visit.tryRead(() => findPageSession(services, visit.request, visit.response));
  if (session) visit.keepPrivate();
  const workspace = visit.query('workspace');
  const toHome = (plan?: string): string => {
    const query = new URLSearchParams({ ...(workspace && { workspace }), ...(plan && { plan }) });
    const path = `/settings/billing${query.size > 0 ? `?${query}` : ''}`;
    return session ? path : `/login?${new URLSearchParams({ return_to: path })}`;
  };
  const { plans } = answer.output;
  const paid = plans.filter(({ usdPerMemberMonthly }) => usdPerMemberMonthly > 0);
  visit.show('plans', {
    ...{ offers: plans, isSignedIn: session !== null, homeUrl: toHome() },
    chooseUrls: Object.fromEntries(paid.map(({ plan }) => [plan, toHome(plan)])),
  });
}
