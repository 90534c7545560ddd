import type { Sql } from 'postgres';
import type { AgentStanding } from '../../domain/identity/agent-standing.ts';
import type { AgentScope } from '../../schemas/shapes/access.ts';
import { dropMailedCode, withdrawMailedCode } from '../accounts/mailed-codes.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { personZone } from '../person-zone.ts';
import { isUnseenByFlow, type WaitingQuery } from '../waiting-query.ts';
import type { PrincipalStatus } from './acting-agent.ts';

interface StandingRow {
  readonly status: PrincipalStatus;
  readonly workspaceId: string;
  readonly leftMs: number;
  readonly isCodeUnmailed: boolean;
}

/** Ends an identity whose time is over, that of its key included, notes that its flow has seen it, and returns where it stands. */
export const settleAgent = (sql: Sql, id: string): Promise<AgentStanding> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<StandingRow[]>`
      select p.status, p.workspace_id as "workspaceId",
        (extract(epoch from least(p.ends_at, k.expires_at) - clock_timestamp()) * 1000)::float8 as "leftMs",
        exists (select 1 from mailed_codes c where c.id = p.id and ${isCodeToMail(tx)}) as "isCodeUnmailed"
      from agent_principals p join api_keys k on k.id = p.api_key_id where p.id = ${id} for update of p`;
    if (!row) return { stage: 'over', end: 'unknown identity', workspaceId: null };
    const { status, workspaceId, leftMs, isCodeUnmailed } = row;
    const isOver = status === 'revoked' || status === 'expired' || leftMs <= 0;
    const now = isOver && status !== 'revoked' ? 'expired' : status;
    await tx`update agent_principals set status = ${now}, flow_status = ${now} where id = ${id}`;
    if (isOver) await withdrawMailedCode(tx, id);
    if (now === 'revoked' || now === 'expired') return { stage: 'over', end: now, workspaceId };
    return { stage: now, workspaceId, waitMs: Math.ceil(leftMs), isMailDue: now === 'pending' && isCodeUnmailed };
  });

/** What the mails of an identity say. */
export interface AgentFacts {
  readonly principalId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly agentLabel: string;
  readonly prospectEmail: string;
  readonly scopes: readonly AgentScope[];
  /** Of the hours of the person, if they have an account. */
  readonly timezone: string;
  readonly verifiedAt: Date | null;
}

/** undefined: it is over, or it is not in this state. */
export async function readAgentFacts(
  sql: Queryable,
  id: string,
  status: 'pending' | 'verified',
): Promise<AgentFacts | undefined> {
  const [row] = await sql<AgentFacts[]>`
    select p.id as "principalId", p.workspace_id as "workspaceId", w.name as "workspaceName", p.agent_label as "agentLabel",
      p.prospect_email::text as "prospectEmail", p.scopes, p.verified_at as "verifiedAt",
      ${personZone(sql, 'p.user_id')} as timezone
    from agent_principals p join workspaces w on w.id = p.workspace_id
    where p.id = ${id} and p.status = ${status} and p.ends_at > clock_timestamp()`;
  return row;
}

/** The address takes no mail, so no code can come: the identity ends with it, the row of the identity first, as where it is revoked. */
export const dropPendingAgent = (sql: Sql, id: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    await tx`
      update agent_principals set status = 'expired', ends_at = least(ends_at, clock_timestamp()) where id = ${id} and status = 'pending'`;
    await dropMailedCode(tx, id);
  });

/** For the sweep. */
export const waitingAgents: WaitingQuery = (sql) => sql`
  select 'agentIdentity' as lot, id, workspace_id, ends_at as since from agent_principals where status in ('pending', 'verified')
  union all
  select 'agentIdentity', id, workspace_id, coalesce(revoked_at, verified_at, created_at) from agent_principals where ${isUnseenByFlow(sql)}
  union all
  select 'agentIdentity', p.id, p.workspace_id, c.issued_at from mailed_codes c join agent_principals p on p.id = c.id
    where ${isCodeToMail(sql)} and p.status = 'pending'`;

/** Of a code `c`. */
const isCodeToMail = (sql: Queryable) => sql`c.status = 'open' and c.accepted_at is null`;
