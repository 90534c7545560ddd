import { AppError, invalid } from '../../../schemas/errors.ts';
import type { agentOperations } from '../../../schemas/operations/identity/agent-operations.ts';
import { addWorkspaceByAgent } from '../../../store/identity/agent-made.ts';
import { agentEnded } from '../../auth/delegation.ts';
import type { Handler } from '../../core/handler.ts';
import { requireSlug, resultOrThrow } from '../../core/refusals.ts';
import { workspaceError } from '../workspaces/refusals.ts';
import { requireAgent, requireUser } from './require-agent.ts';

const tooManyMade = (max: number): AppError =>
  new AppError(
    'request.unprocessable',
    `This identity has made ${max} workspaces, which is the most. The person can make more when they are signed in.`,
    { reason: 'too_many_workspaces', limit: max },
  );

/** Makes a workspace that the person owns. Nobody gets a key for it. */
export const createAgentWorkspace: Handler<typeof agentOperations.createAgentWorkspace> = async (
  { sql, actor, caller },
  { name, slug, timezone = 'UTC' },
) => {
  if (name.trim() === '') throw invalid([{ path: 'name', message: 'must not be blank' }]);
  if (slug !== undefined) requireSlug(slug);
  const { principalId } = requireAgent(actor);
  const by = { actor, source: caller.source, principalId, userId: requireUser(actor).id };
  const outcome = await addWorkspaceByAgent(sql, by, { name: name.trim(), slug: slug ?? null, timezone });
  const workspace = resultOrThrow(outcome, (refusal) => {
    if (refusal.refused === 'agent_ended') return agentEnded();
    return refusal.refused === 'too_many_made' ? tooManyMade(refusal.max) : workspaceError(refusal);
  });
  return { workspace, role: 'owner' };
};
