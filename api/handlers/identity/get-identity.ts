import type { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchIdentity, requireOwnIdentity } from './refusals.ts';
import { requireAgent } from './require-agent.ts';

/** The identity of the intent token: what its person allowed says nothing about others. */
export const getIdentity: Handler<typeof agentIdentities.getIdentity> = async (context, { principalId }) => {
  const { sql, actor } = context;
  const row = await requireOwnIdentity(sql, actor, principalId);
  const { principalId: ofToken, user } = requireAgent(actor);
  if (ofToken !== principalId) throw noSuchIdentity(`The intent token belongs to the identity ${ofToken}.`);
  context.nameFlow(flowId('agentIdentity', principalId));
  return {
    principalId,
    status: row.status,
    scopes: row.scopes,
    agentLabel: row.agentLabel,
    prospectEmail: row.prospectEmail,
    prospectName: row.prospectName,
    prospectCompany: row.prospectCompany,
    metadata: { ...row.metadata },
    user,
    createdAt: row.createdAt.toISOString(),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    lapsesAt: row.endsAt.toISOString(),
  };
};
