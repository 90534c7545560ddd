import { v7 as uuidv7 } from 'uuid';
import { type CalendarConsent, type ConsentedAccount, ConsentFailed } from '../../../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import { sealToken } from '../../../domain/sealed-token.ts';
import { noteConnectFailure } from '../../../store/calendars/connect-links.ts';
import type { ConnectionRow } from '../../../store/calendars/connections.ts';
import { type ConnectRefusal, saveConnection } from '../../../store/calendars/save-connection.ts';
import { findPageSession, type PageSession } from '../../auth/page-session.ts';
import { returnPath } from '../../auth/return-to.ts';
import { searchOf } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { type Attempt, callbackOf, takeAttempt } from './begin-consent.ts';
import { pathOfLink } from './link-ref.ts';
import { type ConsentProblem, consentProblem } from './problems.ts';

/**
 * GET /calendars/{provider}/callback: stores what the person consented to, if this browser began it for them. The row alone says that the
 * calendar is to be read: if this process ends after its commit, the sweep starts the flow.
 */
export const handleConsent =
  (provider: CalendarProviderName, consent: CalendarConsent) =>
  async (visit: Visit): Promise<void> => {
    if (await visit.isOverLimit()) return;
    const session = await findPageSession(visit.kit.services, visit.request, visit.response);
    if (session === null) return consentProblem(visit, { failure: 'signed_out', provider });
    const attempt = takeAttempt(visit, provider, session);
    if (attempt === null) return consentProblem(visit, { failure: 'refused', provider, detail: 'no attempt' });
    try {
      const callback = new URL(`${callbackOf(visit, provider)}${searchOf(visit.request)}`);
      const account = await consent.finish(callback, attempt.pending);
      await connect(visit, { provider, session, attempt, account });
    } catch (error) {
      if (!(error instanceof ConsentFailed)) throw error;
      const { failure, detail, missing } = error;
      await showFailure(visit, attempt, { failure, provider, detail, missing });
    }
  };

interface Consented {
  readonly provider: CalendarProviderName;
  readonly session: PageSession;
  readonly attempt: Attempt;
  readonly account: ConsentedAccount;
}

async function connect(visit: Visit, consented: Consented): Promise<void> {
  const { provider, attempt, account } = consented;
  const saved = await save(visit, consented);
  if ('refused' in saved) {
    const about = { chosen: account.email, wanted: attempt.reconnects?.email };
    return showFailure(visit, attempt, { failure: saved.refused, provider, ...about });
  }
  visit.kit.services.flowClient.signal('calendarSync', saved, 'push');
  visit.goTo(attempt.redirectAfter === null ? `/calendars/connected/${saved.id}` : returnPath(attempt.redirectAfter));
}

function save(
  visit: Visit,
  { provider, session, attempt, account }: Consented,
): Promise<ConnectionRow | ConnectRefusal> {
  const { sql, tokenKeys } = visit.kit.services;
  const { accountId, email, scopes, refreshToken, accessToken, accessExpiresMs, calendars } = account;
  return saveConnection(sql, {
    ...{ id: uuidv7(), userId: session.person.userId, workspaceId: attempt.workspaceId },
    ...{ provider, accountId, email, scopes, accessExpiresMs, calendars },
    seal: (connectionId) => ({
      refreshToken: sealToken(tokenKeys, connectionId, refreshToken),
      accessToken: sealToken(tokenKeys, connectionId, accessToken),
    }),
    link: { tokenHash: hashOf(attempt), reconnectsId: attempt.reconnects?.id ?? null },
  });
}

const hashOf = ({ linkHash }: Attempt): Buffer => Buffer.from(linkHash, 'base64url');

/** The link was not used up: the person may try again with it, and its maker sees why. */
async function showFailure(visit: Visit, attempt: Attempt, problem: ConsentProblem): Promise<void> {
  const hash = hashOf(attempt);
  await noteConnectFailure(visit.kit.services.sql, hash, problem.failure);
  const isOver = problem.failure === 'link_over';
  consentProblem(visit, isOver ? problem : { ...problem, again: `${pathOfLink(hash)}/go` });
}
