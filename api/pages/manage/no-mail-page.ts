import { readRefusalToken } from '../../../domain/mail/recipient-tokens.ts';
import { deadNoMailLink } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';

const pathOf = (token: string): string => `/no-mail/${encodeURIComponent(token)}`;

/** GET /no-mail/{token}: asks. Mail scanners open links too, so opening it changes nothing (decision 0021). */
export async function showNoMail(visit: Visit): Promise<void> {
  const token = visit.part('token');
  if (await visit.isOverLimit()) return;
  if (readRefusalToken(visit.kit.services.secrets, token) === null)
    return visit.show('problem', deadNoMailLink(visit.locale), 404);
  visit.show('noMail', { state: 'asks', action: pathOf(token) });
}

/**
 * POST /no-mail/{token}: refuses further mails, or allows them again. Mail programs post here too, without a form of ours (RFC 8058): the
 * token in the address is the proof.
 */
export async function submitNoMail(visit: Visit): Promise<void> {
  const token = visit.part('token');
  const refused = visit.field('allow') === '';
  const answer = await visit.ask('mail', 'setMailRefusal', { token, refused });
  if (answer.ok) return visit.show('noMail', { state: refused ? 'refused' : 'allowed', action: pathOf(token) });
  if (answer.status === 404 || answer.status === 400) return visit.show('problem', deadNoMailLink(visit.locale), 404);
  visit.fail(answer, pathOf(token));
}
