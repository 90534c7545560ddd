import { findPageSession } from '../../auth/page-session.ts';
import type { Visit } from '../shell/visit.ts';

/** GET /plans */
export async function showPlans(visit: Visit): Promise<void> {
  const answer = await visit.ask('billing', 'listPlans', {});
  if (!answer.ok) return visit.fail(answer);
  const { services } = visit.kit;
  const session = await visit.tryRead(() => findPageSession(services, visit.request, visit.response));
  const { appUrl } = services.urls;
  const loginUrl = session ? null : `${appUrl}/login?${new URLSearchParams({ return_to: '/plans' })}`;
  if (session) visit.keepPrivate();
  visit.show('plans', { offers: answer.output.plans, loginUrl, homeUrl: `${appUrl}/#plan` });
}
