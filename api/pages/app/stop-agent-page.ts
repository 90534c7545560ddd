import { readSignedId } from '../../../domain/secrets.ts';
import { plausibleName } from '../../../domain/untrusted-text.ts';
import { readStoppableAgent } from '../../../store/identity/my-agents.ts';
import { scopeWords } from '../../../texts/en/access.ts';
import type { Visit } from '../shell/visit.ts';
import { showNothingStopped } from './dead-link.ts';

/** GET {app_url}/agents/stop/{token}: which agent it is, and what it may do. Mail scanners open links too, so it changes nothing. */
export async function showStopAgent(visit: Visit): Promise<void> {
  if (await visit.isOverLimit()) return;
  const { sql, secrets } = visit.kit.services;
  const principalId = readSignedId(secrets.stopAgent, visit.part('token'));
  const agent = principalId === null ? undefined : await readStoppableAgent(sql, principalId);
  if (!agent) return showNothingStopped(visit);
  const { agentLabel, workspaceName, prospectEmail, status, scopes, createdAt, verifiedAt } = agent;
  visit.show('stopAgent', {
    // A stranger chose both names: as in the mail, they are shown only if they read like names.
    agentLabel: plausibleName(agentLabel),
    workspaceName: plausibleName(workspaceName),
    ...{ prospectEmail, status },
    may: scopes.map((scope) => visit.words(scopeWords)[scope]),
    askedAt: createdAt.toISOString(),
    since: verifiedAt?.toISOString() ?? null,
    action: visit.request.path,
  });
}

/** POST {app_url}/agents/stop/{token}: ends it. The token is the proof. */
export async function submitStopAgent(visit: Visit): Promise<void> {
  const answer = await visit.ask('identity', 'stopAgent', { token: visit.part('token') });
  if (answer.ok) return visit.goTo(visit.request.path);
  if (answer.status === 404 || answer.status === 400) return showNothingStopped(visit);
  visit.fail(answer, visit.request.path);
}
