import { hasPageToken } from '../shell/page-token.ts';
import { stalePage } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { type Again, endingOf, NOT_ME, refuseEnding } from './ending.ts';
import { type Managed, readManaged } from './manage-page.ts';

/** GET /manage/{token}/not-me: explains; the button cancels. Mail scanners that open the link change nothing. */
export async function showNotMe(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  const { view, path } = managed;
  if (!view.canCancel) return visit.goTo(path);
  if (view.agentEmail === null) return visit.goTo(`${path}/cancel`);
  renderNotMe(visit, managed, {});
}

function renderNotMe(visit: Visit, managed: Managed, { notice, status }: Again): void {
  const agentEmail = managed.view.agentEmail ?? '';
  const action = `${managed.path}/not-me`;
  visit.show('notMe', { ...endingOf(visit, managed, notice), action, agentEmail }, status);
}

/** POST /manage/{token}/not-me */
export async function submitNotMe(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  const { token, path, view } = managed;
  if (view.agentEmail === null) return visit.goTo(`${path}/cancel`);
  if (!hasPageToken(visit, token)) return renderNotMe(visit, managed, { notice: stalePage(visit.locale), status: 403 });
  const answer = await visit.ask('booking', 'cancelAsGuest', { token, reason: NOT_ME });
  if (answer.ok) return visit.goTo(`${path}?done=not-me`);
  refuseEnding(visit, managed, answer, (change) => renderNotMe(visit, managed, change));
}
