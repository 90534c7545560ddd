import { AppError } from '../../../schemas/errors.ts';
import type { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { checkMailedCode, type RightCode } from '../../../store/accounts/mailed-code-guesses.ts';
import { type AgentRow, verifyAgent } from '../../../store/identity/change-agent.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { requireActiveIdentity } from '../../auth/delegation.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { wrongCode } from '../accounts/native-refusals.ts';
import { clientOf } from './client-of.ts';
import { alreadyVerified, requireOwnIdentity } from './refusals.ts';
import { tokenAnswer } from './token-answer.ts';

type Verify = typeof agentIdentities.verifyIdentity;

const AGAIN = 'register_agent_identity';

/** A right code grants the scopes, once. */
export const verifyIdentity: Handler<Verify> = async (context, { principalId, code, scopes }) => {
  const { sql, actor, caller, flowClient } = context;
  requirePending(await requireOwnIdentity(sql, actor, principalId));
  context.nameFlow(flowId('agentIdentity', principalId));
  const right = await requireRightCode(context, principalId, code);
  const { clientHash } = clientOf(context, right.email);
  const granted = [...new Set(scopes)];
  const agent = await verifyAgent(sql, { code: right, scopes: granted, clientHash }, { actor, source: caller.source });
  if (!agent) {
    requirePending(await requireOwnIdentity(sql, actor, principalId));
    throw wrongCode({ refused: 'code_expired' }, AGAIN);
  }
  flowClient.signal('agentIdentity', { id: principalId, workspaceId: actor.workspaceId }, 'verified');
  flowClient.start('mail', { id: principalId, workspaceId: actor.workspaceId });
  return tokenAnswer(context, { principalId, keyId: actor.keyId, scopes: granted });
};

/** One that has expired is told by its code. @throws AppError resource.conflict (already_verified), agent.principal.revoked */
function requirePending(agent: AgentRow): void {
  if (agent.status === 'verified') throw alreadyVerified(agent.id);
  if (agent.status === 'revoked') requireActiveIdentity(agent);
}

/** @throws AppError request.unprocessable (code_invalid, code_burned …) */
async function requireRightCode(context: ActingContext<Verify>, principalId: string, code: string): Promise<RightCode> {
  const { sql, secrets } = context;
  const { clientNetwork } = clientOf(context, '');
  const outcome = await checkMailedCode(sql, secrets, {
    id: principalId,
    purpose: 'agent_identity',
    code,
    clientNetwork,
  });
  if (!('refused' in outcome)) return outcome;
  throw outcome.refused === 'code_used'
    ? new AppError('resource.conflict', 'This code was used just now.', {
        reason: 'already_verified',
        principalId,
      })
    : wrongCode(outcome, AGAIN);
}
