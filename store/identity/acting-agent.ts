import type { AgentScope, Role } from '../../schemas/shapes/access.ts';
import type { Queryable } from '../database.ts';

export type PrincipalStatus = 'pending' | 'verified' | 'revoked' | 'expired';

/** Of rows `p` of agent_principals: one whose time is over has expired, whether or not its flow has noticed. */
export const agentStatusNow = (sql: Queryable) => sql`
  case when p.status in ('pending', 'verified') and p.ends_at <= clock_timestamp() then 'expired' else p.status end`;

/** An agent as a delegated call needs it, read for each call: what was revoked or changed counts at once. */
export interface CallingAgent {
  readonly id: string;
  /** expired: its code, or 90 days without a new token. */
  readonly status: PrincipalStatus;
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly label: string;
  readonly prospectEmail: string;
  readonly prospectName: string | null;
  readonly scopes: readonly AgentScope[];
  /** The person's account; null: there is none. */
  readonly user: { readonly id: string; readonly email: string } | null;
  /** Of the person in the agent's workspace; null: they are no member, or are leaving. */
  readonly member: { readonly role: Role; readonly username: string } | null;
  /** The own role of the key; null: none. */
  readonly roleCap: Role | null;
}

/** undefined: there is no such agent. Notes the use, at most once a minute. */
export async function findCallingAgent(sql: Queryable, principalId: string): Promise<CallingAgent | undefined> {
  const [row] = await sql<
    (Omit<CallingAgent, 'user' | 'member'> & {
      userId: string | null;
      userEmail: string | null;
      role: Role | null;
      username: string | null;
      isUnseen: boolean;
    })[]
  >`
    select p.id, p.workspace_id as "workspaceId", p.api_key_id as "apiKeyId", p.agent_label as label,
      p.prospect_email::text as "prospectEmail", p.prospect_name as "prospectName", p.scopes,
      ${agentStatusNow(sql)} as status,
      u.id as "userId", u.email::text as "userEmail", m.role, m.username, k.role_cap as "roleCap",
      coalesce(p.last_used_at < clock_timestamp() - interval '1 minute', true) as "isUnseen"
    from agent_principals p
    join api_keys k on k.id = p.api_key_id
    left join lateral (
      select id, email from users where p.user_id is not null and id = p.user_id
      union all select id, email from users where p.user_id is null and email = p.prospect_email
    ) u on true
    left join memberships m on m.workspace_id = p.workspace_id and m.user_id = u.id and m.leaving_at is null
    where p.id = ${principalId}`;
  if (!row) return undefined;
  const { userId, userEmail, role, username, isUnseen, ...agent } = row;
  if (isUnseen && agent.status === 'verified') await noteUse(sql, agent.id);
  return {
    ...agent,
    user: userId === null || userEmail === null ? null : { id: userId, email: userEmail },
    member: role === null ? null : { role, username: username ?? '' },
  };
}

/** Of concurrent calls, one writes; the others skip the row. A failed note is ignored: the call goes on. */
const noteUse = (sql: Queryable, id: string): Promise<unknown> =>
  sql`
    update agent_principals set last_used_at = date_trunc('minute', clock_timestamp()) where id = (
      select id from agent_principals where id = ${id}
        and coalesce(last_used_at < clock_timestamp() - interval '1 minute', true) for no key update skip locked)`.catch(
    () => {},
  );
