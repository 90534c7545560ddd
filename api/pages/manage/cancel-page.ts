import { problemWords } from '../../../texts/en/pages/frame.ts';
import { hasPageToken } from '../shell/page-token.ts';
import { stalePage } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { type Again, endingOf, NOT_ME, refuseEnding } from './ending.ts';
import { isRequest, type Managed, readManaged } from './manage-page.ts';

/** GET /manage/{token}/cancel: asks; the button cancels. */
export async function showCancel(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  if (!managed.view.canCancel) return visit.goTo(managed.path);
  renderCancel(visit, managed, {});
}

function renderCancel(visit: Visit, managed: Managed, { notice, problem, status }: Again): void {
  const reason = visit.field('reason');
  const action = `${managed.path}/cancel`;
  visit.show(
    'cancel',
    { ...endingOf(visit, managed, notice), isRequest: isRequest(managed), action, reason, problem },
    status,
  );
}

/** POST /manage/{token}/cancel. Canceling twice answers the same. */
export async function submitCancel(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  const { token, path } = managed;
  if (!hasPageToken(visit, token))
    return renderCancel(visit, managed, { notice: stalePage(visit.locale), status: 403 });
  const reason = visit.field('reason').trim();
  // The word is reserved: a person who types it must not accuse an agent.
  const given = reason === '' || reason === NOT_ME ? {} : { reason };
  const answer = await visit.ask('booking', 'cancelAsGuest', { token, ...given });
  if (answer.ok) return visit.goTo(`${path}?done=${isRequest(managed) ? 'withdrawn' : 'canceled'}`);
  const again = (change: Again) => renderCancel(visit, managed, change);
  if (answer.status === 400) return again({ problem: visit.words(problemWords).plainText, status: 400 });
  refuseEnding(visit, managed, answer, again);
}
