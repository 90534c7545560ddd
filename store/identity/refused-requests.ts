import { foldedAddress } from '../../domain/mail/folded-address.ts';
import type { Queryable } from '../database.ts';

/** Who refused or stopped an asker gets no mail of it for this time. The asker hears the same as ever (decision 0149). */
const REFUSED_DAYS = 30;

/** Whether the person refused or stopped an agent of this workspace lately. Any spelling of their inbox counts. */
export async function hasRefusedWorkspace(
  sql: Queryable,
  { workspaceId, prospectEmail }: { readonly workspaceId: string; readonly prospectEmail: string },
): Promise<boolean> {
  const refused = await sql<{ email: string }[]>`
    select distinct prospect_email::text as email from agent_principals
    where workspace_id = ${workspaceId} and revoked_by in ('person', 'link')
      and revoked_at > clock_timestamp() - ${REFUSED_DAYS} * interval '1 day'`;
  const inbox = foldedAddress(prospectEmail);
  return refused.some(({ email }) => foldedAddress(email) === inbox);
}

/** Whether the operator refused this agent's inbox lately. */
export async function hasRefusedInbox(
  sql: Queryable,
  { agentEmail, operatorEmail }: { readonly agentEmail: string; readonly operatorEmail: string },
): Promise<boolean> {
  const refused = await sql<{ email: string }[]>`
    select distinct agent_email::text as email from native_claims
    where operator_inbox = ${foldedAddress(operatorEmail)} and status = 'refused'
      and decided_at > clock_timestamp() - ${REFUSED_DAYS} * interval '1 day'`;
  const inbox = foldedAddress(agentEmail);
  return refused.some(({ email }) => foldedAddress(email) === inbox);
}
