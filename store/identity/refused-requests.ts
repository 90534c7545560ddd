import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { QUIET_DAYS } from '../../domain/mail/mail-caps.ts';
import type { Queryable } from '../database.ts';

/** Whether the person refused or stopped an agent of this workspace lately. Any spelling of their inbox counts. */
export async function hasRefusedWorkspace(
  sql: Queryable,
  { workspaceId, prospectEmail }: { readonly workspaceId: string; readonly prospectEmail: string },
): Promise<boolean> {
  const refused = await sql<{ email: string }[]>`
    select distinct prospect_email::text as email from agent_principals
    where workspace_id = ${workspaceId} and revoked_by in ('person', 'link', 'flow')
      and revoked_at > clock_timestamp() - ${QUIET_DAYS} * interval '1 day'`;
  const inbox = foldedAddress(prospectEmail);
  return refused.some(({ email }) => foldedAddress(email) === inbox);
}

/**
 * Whether the operator refused this agent's inbox lately, or somebody ended the seat that it got by their consent. A seat that the agent gave
 * up itself, or that ended because its operator left the workspace, does not count.
 */
export async function hasRefusedInbox(
  sql: Queryable,
  { agentEmail, operatorEmail }: { readonly agentEmail: string; readonly operatorEmail: string },
): Promise<boolean> {
  const refused = await sql<{ email: string }[]>`
    select agent_email::text as email from native_claims
    where operator_inbox = ${foldedAddress(operatorEmail)} and status = 'refused'
      and decided_at > clock_timestamp() - ${QUIET_DAYS} * interval '1 day'
    union select agent_email::text from agent_seats s
    where operator_inbox = ${foldedAddress(operatorEmail)} and revoked_at > clock_timestamp() - ${QUIET_DAYS} * interval '1 day'
      and exists (
        select from activity_log l where l.workspace_id = s.workspace_id and coalesce(l.subject_id, l.booking_id) = s.id
          and l.action = 'agent_seat.revoked' and l.agent_seat_id is distinct from s.id)`;
  const inbox = foldedAddress(agentEmail);
  return refused.some(({ email }) => foldedAddress(email) === inbox);
}
