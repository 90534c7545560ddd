import { manageWords } from '../../../texts/en/pages/meeting.ts';
import { hasPageToken } from '../shell/page-token.ts';
import { reasonOf, waitWords } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { pathOfManaged, readManaged, renderManaged } from './manage-page.ts';

/** GET /manage/{token}/guests: only after a refused click, by reload or from the history. The meeting's page answers. */
export async function showGuests(visit: Visit): Promise<void> {
  if (await visit.isOverLimit()) return;
  visit.goTo(pathOfManaged(visit));
}

/** POST /manage/{token}/guests: the guest, who reads this inbox, lets the mails to the waiting guests leave. */
export async function submitGuests(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  const { token, path } = managed;
  if (!hasPageToken(visit, token)) return visit.goTo(path);
  const answer = await visit.ask('booking', 'inviteGuests', { token });
  if (answer.ok) return visit.goTo(`${path}?done=invited`);
  if (reasonOf(answer) !== 'too_many_mails') return visit.fail(answer, path);
  const words = visit.words(manageWords);
  const wait = waitWords(answer.retryAfterSeconds ?? 60, visit.locale);
  const notice = { tone: 'warning', title: words.guestsLimit, text: words.guestsLimitHint(wait) } as const;
  visit.waitFor(answer);
  renderManaged(visit, managed, notice, answer.status);
}
