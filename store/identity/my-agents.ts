import type { AgentScope } from '../../schemas/shapes/access.ts';
import type { Queryable } from '../database.ts';
import { agentStatusNow, type PrincipalStatus } from './acting-agent.ts';

const MOST_LISTED = 100;
/** Ended ones are shown for so long. */
const ENDED_DAYS = 30;
const ACTS_SHOWN = 10;

/** An agent, for the person for whom it acts. */
export interface MyAgentRow {
  readonly id: string;
  readonly agentLabel: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly keyName: string;
  readonly status: 'verified' | 'revoked' | 'expired';
  readonly scopes: AgentScope[];
  readonly verifiedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
  readonly acts: readonly { readonly at: string; readonly action: string; readonly subjectId: string | null }[];
}

/** The principals of a person: by their account, or by their address while the agent knows no account. */
const isOf = (sql: Queryable, userId: string) => sql`
  p.id in (select id from agent_principals where user_id = ${userId}
    union all select a.id from agent_principals a join users u on u.email = a.prospect_email where u.id = ${userId} and a.user_id is null)`;

/** The agents that a person allowed to act for them: active ones first, then those that ended lately. */
export const listMyAgents = (sql: Queryable, userId: string): Promise<MyAgentRow[]> => sql<MyAgentRow[]>`
  select p.id, p.agent_label as "agentLabel", json_build_object('id', w.id, 'name', w.name) as workspace, k.name as "keyName",
    case when p.status = 'verified' and p.ends_at <= clock_timestamp() then 'expired' else p.status end as status,
    p.scopes, p.verified_at as "verifiedAt", p.last_used_at as "lastUsedAt", p.ends_at as "endsAt",
    coalesce(p.revoked_at, case when p.ends_at <= clock_timestamp() then p.ends_at end) as "endedAt",
    coalesce((select json_agg(json_build_object('at', to_char(latest.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'action', latest.action, 'subjectId', latest.subject_id) order by latest.at desc)
      from (select a.at, l.action, coalesce(l.subject_id, l.booking_id) as subject_id from agent_acts a join activity_log l on l.id = a.activity_id
        where a.principal_id = p.id order by a.at desc limit ${ACTS_SHOWN}) latest), '[]') as acts
  from agent_principals p join workspaces w on w.id = p.workspace_id join api_keys k on k.id = p.api_key_id
  where ${isOf(sql, userId)} and p.verified_at is not null
    and (p.status = 'verified' and p.ends_at > clock_timestamp()
      or coalesce(p.revoked_at, p.ends_at) > clock_timestamp() - ${ENDED_DAYS} * interval '1 day')
  order by (p.status = 'verified' and p.ends_at > clock_timestamp()) desc, p.verified_at desc, p.id
  limit ${MOST_LISTED}`;

/** Whether an agent acts, or acted, for a person. */
export async function isAgentOf(sql: Queryable, userId: string, principalId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from agent_principals p where p.id = ${principalId} and p.verified_at is not null and ${isOf(sql, userId)}`;
  return rows.length > 0;
}

/** An agent for the page of the link that stops it. */
export interface StoppableAgent {
  readonly agentLabel: string;
  readonly workspaceName: string;
  readonly prospectEmail: string;
  readonly status: PrincipalStatus;
  readonly scopes: AgentScope[];
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
}

/** undefined: it is gone. */
export async function readStoppableAgent(sql: Queryable, principalId: string): Promise<StoppableAgent | undefined> {
  const [row] = await sql<StoppableAgent[]>`
    select p.agent_label as "agentLabel", w.name as "workspaceName", p.prospect_email::text as "prospectEmail", p.scopes,
      ${agentStatusNow(sql)} as status,
      p.created_at as "createdAt", p.verified_at as "verifiedAt"
    from agent_principals p join workspaces w on w.id = p.workspace_id where p.id = ${principalId}`;
  return row;
}
