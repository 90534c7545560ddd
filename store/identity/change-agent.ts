import type { Sql } from 'postgres';
import type { KeyActor } from '../../domain/access/actor.ts';
import { LAPSES_AFTER_DAYS } from '../../domain/identity/agent-standing.ts';
import type { AgentScope, BookingSource } from '../../schemas/shapes/access.ts';
import { useMailedCode as consumeCode, type RightCode } from '../accounts/mailed-code-guesses.ts';
import { withdrawMailedCode } from '../accounts/mailed-codes.ts';
import { type Activity, logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';
import { agentStatusNow, type PrincipalStatus } from './acting-agent.ts';

/** An agent's identity, for the key that registered it. */
export interface AgentRow {
  readonly id: string;
  /** expired: its time is over, whether or not its flow has noticed. */
  readonly status: PrincipalStatus;
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly agentLabel: string;
  readonly prospectEmail: string;
  readonly prospectName: string | null;
  readonly prospectCompany: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly scopes: AgentScope[];
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly endsAt: Date;
  readonly revokedAt: Date | null;
}

const columns = (sql: Queryable) => sql`
  id, workspace_id as "workspaceId", api_key_id as "apiKeyId", agent_label as "agentLabel", prospect_email::text as "prospectEmail",
  prospect_name as "prospectName", prospect_company as "prospectCompany", metadata, scopes, created_at as "createdAt",
  verified_at as "verifiedAt", ends_at as "endsAt", revoked_at as "revokedAt",
  ${agentStatusNow(sql)} as status`;

/** undefined: this workspace has none with this id. */
export async function findAgent(sql: Queryable, workspaceId: string, id: string): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    select ${columns(sql)} from agent_principals p where id = ${id} and workspace_id = ${workspaceId}`;
  return row;
}

interface By {
  readonly actor: KeyActor;
  readonly source: BookingSource;
}

/**
 * Uses the code up and grants the scopes, in one transaction, with a mail of the same id to the person. Of concurrent calls, one works.
 * @param clientHash of the folded address and the client's network
 * @returns null: it was used, replaced or ended meanwhile
 */
export const verifyAgent = (
  sql: Sql,
  {
    code,
    scopes,
    clientHash,
  }: { readonly code: RightCode; readonly scopes: readonly AgentScope[]; readonly clientHash: Buffer },
  { actor, source }: By,
): Promise<AgentRow | null> =>
  inTransaction(sql, async (tx) => {
    const [key] = await tx`select 1 from api_keys where id = ${actor.keyId} and revoked_at is null for share`;
    if (!key) return null;
    const [agent] = await tx<AgentRow[]>`
      update agent_principals p set status = 'verified', scopes = ${[...scopes]}, verified_at = clock_timestamp(),
        renewed_at = clock_timestamp(), ends_at = clock_timestamp() + ${LAPSES_AFTER_DAYS} * interval '1 day',
        user_id = (select id from users u where u.email = p.prospect_email)
      where id = ${code.id} and status = 'pending' and ends_at > clock_timestamp() returning ${columns(tx)}`;
    if (!agent) return null;
    // Later than the row of the identity, as where it is revoked.
    if (!(await consumeCode(tx, code, clientHash))) throw new CodeGone();
    await logActivity(tx, {
      ...{ actor, source, workspaceId: agent.workspaceId },
      action: 'agent_identity.verified',
      subject: { type: 'agent_identity', id: agent.id },
      data: { agentLabel: agent.agentLabel, prospectEmail: agent.prospectEmail, scopes: agent.scopes },
    });
    await noteMail(tx, { id: agent.id, kind: 'agent_allowed', workspaceId: agent.workspaceId, facts: null });
    return agent;
  }).catch((error: unknown) => {
    if (error instanceof CodeGone) return null;
    throw error;
  });

/** Rolls the transaction back: the code was used or replaced between its check and its use. */
class CodeGone extends Error {
  override readonly name = 'CodeGone';
}

/** Notes that the agent got another token: it lapses 90 days later. False: it has ended meanwhile. */
export async function renewAgent(sql: Queryable, id: string): Promise<boolean> {
  const { count } = await sql`
    update agent_principals p set renewed_at = clock_timestamp(),
      ends_at = clock_timestamp() + ${LAPSES_AFTER_DAYS} * interval '1 day',
      user_id = coalesce(user_id, (select u.id from users u where u.email = p.prospect_email))
    where id = ${id} and status = 'verified' and ends_at > clock_timestamp()`;
  return count === 1;
}

/**
 * Who ends an agent's identity: its key, or the person for whom it acts, on home or by the link of a mail. `flow`: it was ended before, and
 * a restored database has lost by whom.
 */
export type Revoker =
  | { readonly kind: 'agent'; readonly actor: KeyActor; readonly source: BookingSource }
  | { readonly kind: 'person' | 'link' | 'flow' };

/** Ends an identity at once. A repeat returns the same. undefined: there is none. */
export const revokeAgent = (sql: Sql, id: string, by: Revoker): Promise<AgentRow | undefined> =>
  inTransaction(sql, (tx) => revokeAgentIn(tx, id, by));

/** The same as a part of a larger transaction. */
export async function revokeAgentIn(tx: Transaction, id: string, by: Revoker): Promise<AgentRow | undefined> {
  const [before] = await tx<AgentRow[]>`select ${columns(tx)} from agent_principals p where id = ${id} for update`;
  if (!before || before.status === 'revoked') return before;
  const [agent] = await tx<AgentRow[]>`
    update agent_principals p set status = 'revoked', revoked_at = clock_timestamp(), revoked_by = ${by.kind}
    where id = ${id} returning ${columns(tx)}`;
  await withdrawMailedCode(tx, id);
  if (agent) await logRevocation(tx, agent, by);
  await endInvitations(tx, id, by);
  return agent;
}

/** Ends it in the name of its person, who pressed the link of a mail. */
export const revokeByLink = (tx: Transaction, id: string): Promise<AgentRow | undefined> =>
  revokeAgentIn(tx, id, { kind: 'link' });

/**
 * Open invitations that it sent in the person's name end with it, as those of a key do. Its checkouts and links to calendars name it, and
 * end by that (`hasStopped`).
 */
async function endInvitations(tx: Transaction, principalId: string, by: Revoker): Promise<void> {
  const ended = await tx<{ id: string; workspaceId: string; email: string }[]>`
    update invitations set revoked_at = clock_timestamp()
    where agent_principal_id = ${principalId} and accepted_at is null and revoked_at is null
    returning id, workspace_id as "workspaceId", email::text`;
  for (const { id, workspaceId, email } of ended) {
    const subject = { type: 'invitation', id } as const;
    await logActivity(tx, { ...doerOf(by), workspaceId, action: 'invitation.revoked', subject, data: { email } });
  }
}

const doerOf = (by: Revoker): Pick<Activity, 'actor' | 'source'> =>
  by.kind === 'agent' ? { actor: by.actor, source: by.source } : { actor: null, source: 'system' };

async function logRevocation(tx: Transaction, agent: AgentRow, by: Revoker): Promise<void> {
  await logActivity(tx, {
    ...doerOf(by),
    workspaceId: agent.workspaceId,
    action: 'agent_identity.revoked',
    subject: { type: 'agent_identity', id: agent.id },
    data: { agentLabel: agent.agentLabel, prospectEmail: agent.prospectEmail, by: by.kind },
  });
}
