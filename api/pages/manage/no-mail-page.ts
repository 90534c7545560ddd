import { readRefusalToken } from '../../../domain/mail/recipient-tokens.ts';
import { deadNoMailLink } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';

const pathOf = (token: string): string => `/no-mail/${encodeURIComponent(token)}`;

/** The token is of all mails of strangers, else of one workspace's reminders. */
const isOfStrangers = (visit: Visit): boolean =>
  readRefusalToken(visit.kit.services.secrets, visit.part('token')) !== null;

/** GET /no-mail/{token}: asks. Mail scanners open links too, so opening it changes nothing (docs/decisions/identity.md#links-in-mails). */
export async function showNoMail(visit: Visit): Promise<void> {
  const token = visit.part('token');
  if (await visit.isOverLimit()) return;
  if (isOfStrangers(visit)) return visit.show('noMail', { state: 'asks', action: pathOf(token), workspaceName: null });
  const answer = await visit.ask('reminders', 'viewReminderRefusal', { token });
  if (!answer.ok) return failed(visit, answer);
  const { workspaceName, refused } = answer.output;
  visit.show('noMail', { state: refused ? 'refused' : 'asks', action: pathOf(token), workspaceName });
}

/**
 * POST /no-mail/{token}: refuses further mails, or allows them again. Mail programs post here too, without a form of ours (RFC 8058): the
 * token in the address is the proof.
 */
export async function submitNoMail(visit: Visit): Promise<void> {
  const token = visit.part('token');
  const refused = visit.field('allow') === '';
  const shown = { state: refused ? 'refused' : 'allowed', action: pathOf(token) } as const;
  if (isOfStrangers(visit)) {
    const answer = await visit.ask('mail', 'setMailRefusal', { token, refused });
    return answer.ok ? visit.show('noMail', { ...shown, workspaceName: null }) : failed(visit, answer);
  }
  const answer = await visit.ask('reminders', 'setReminderRefusal', { token, refused });
  if (!answer.ok) return failed(visit, answer);
  visit.show('noMail', { ...shown, workspaceName: answer.output.workspaceName });
}

function failed(visit: Visit, answer: Parameters<Visit['fail']>[0]): void {
  const isUnknown = answer.status === 404 || answer.status === 400;
  if (isUnknown) visit.show('problem', deadNoMailLink(visit.locale), 404);
  else visit.fail(answer, pathOf(visit.part('token')));
}
