import { claimAccountUrl } from '../../../domain/identity/claim-account.ts';
import type { agentOperations } from '../../../schemas/operations/identity/agent-operations.ts';
import { listKnownWorkspaces, signUpByAgent } from '../../../store/identity/agent-made.ts';
import { agentEnded } from '../../auth/delegation.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { requireAgent } from './require-agent.ts';

/** Makes the person's account, or finds it. It signs nobody in: the person does that by a link in their own mail. */
export const signUpUser: Handler<typeof agentOperations.signUpUser> = async (context, { name, timezone }) => {
  const { sql, actor, caller, flowClient, urls } = context;
  const { principalId, prospectEmail, prospectName, user } = requireAgent(actor);
  const wish = {
    ...{ actor, source: caller.source, clientIp: caller.ip, principalId },
    email: user?.email ?? prospectEmail,
    name: name ?? prospectName,
    timezone: timezone ?? null,
  };
  const { person, made } = resultOrThrow(await signUpByAgent(sql, wish), agentEnded);
  // The sweep starts them if this process dies.
  if (made !== null) {
    flowClient.start('trial', { id: made.trialOf, workspaceId: made.trialOf });
    flowClient.start('mail', { id: made.mailId, workspaceId: null });
  }
  const { workspaceId } = actor;
  const workspaces = await listKnownWorkspaces(sql, { userId: person.id, workspaceId, principalId });
  return {
    user: { id: person.id, email: person.email, name: person.name, createdAt: person.createdAt.toISOString() },
    workspaces,
    created: made !== null,
    claimAccountUrl: claimAccountUrl(urls.appUrl),
  };
};
