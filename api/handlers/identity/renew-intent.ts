import { AppError } from '../../../schemas/errors.ts';
import type { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { renewAgent } from '../../../store/identity/change-agent.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { requireActiveIdentity } from '../../auth/delegation.ts';
import type { Handler } from '../../core/handler.ts';
import { requireOwnIdentity } from './refusals.ts';
import { tokenAnswer } from './token-answer.ts';

/** Makes another token for what the person allowed, or for less. */
export const renewIntent: Handler<typeof agentIdentities.renewIntent> = async (context, { principalId, scopes }) => {
  const { sql, actor } = context;
  const agent = await requireOwnIdentity(sql, actor, principalId);
  requireActiveIdentity(agent);
  const wanted = [...new Set(scopes ?? agent.scopes)];
  const beyond = wanted.filter((scope) => !agent.scopes.includes(scope));
  if (beyond.length > 0) {
    throw new AppError(
      'agent.principal.scope_missing',
      `The person did not allow ${beyond.join(', ')}; they allowed ${agent.scopes.join(', ')}. Register again and ask for it.`,
      { reason: 'scope_missing', scopes: agent.scopes, neededScope: beyond[0] },
    );
  }
  context.nameFlow(flowId('agentIdentity', principalId));
  if (!(await renewAgent(sql, principalId))) requireActiveIdentity(await requireOwnIdentity(sql, actor, principalId));
  return tokenAnswer(context, { principalId, keyId: actor.keyId, scopes: wanted });
};
