import type { NoticeText } from '../../../web/parts/notice.tsx';
import { problemWords } from '../../../web/texts/problems.ts';
import type { Failure } from '../../core/outcome.ts';
import { hasPageToken, pageTokenFor } from '../shell/page-token.ts';
import { isPassing, stalePage, waitNotice } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { isRequest, type Managed, readManaged } from './manage-pages.ts';

/** The reason for a meeting that an agent booked without the guest's request (contract, Pages). */
const NOT_ME = 'not_me';

interface Again {
  readonly notice?: NoticeText;
  readonly problem?: string;
  readonly status?: number;
}

const endingOf = (visit: Visit, { meeting, path, token }: Managed, notice: NoticeText | undefined) => ({
  eventName: meeting.eventName,
  hostName: meeting.hostName,
  time: meeting.time,
  notice: notice ?? null,
  backHref: path,
  pageToken: pageTokenFor(visit, token),
});

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
  refuse(visit, managed, answer, again);
}

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
  refuse(visit, managed, answer, (change) => renderNotMe(visit, managed, change));
}

function refuse(visit: Visit, { path }: Managed, failure: Failure, again: (change: Again) => void): void {
  // Over or changed meanwhile: the meeting's page shows it.
  if (failure.status === 409) {
    visit.goTo(path);
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    again({ notice: waitNotice(failure, visit.locale), status: failure.status });
  } else {
    visit.fail(failure, path);
  }
}
