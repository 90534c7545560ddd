import { v7 as uuidv7 } from 'uuid';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Queryable, Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';
import { personZone } from '../person-zone.ts';

export interface NewAgentSignUp {
  readonly principalId: string;
  readonly userId: string;
  /** The first workspace of the account. */
  readonly workspaceId: string;
  readonly source: BookingSource;
  readonly clientIp: string;
}

/** Notes an account that an agent made and the mail to its person, in the transaction that makes it. Returns the id of the mail. */
export async function noteSignUp(
  tx: Transaction,
  { principalId, userId, workspaceId, source, clientIp }: NewAgentSignUp,
): Promise<string> {
  await tx`
    insert into agent_sign_ups (principal_id, user_id, workspace_id, source, client_ip)
    values (${principalId}, ${userId}, ${workspaceId}, ${source}, ${clientIp})`;
  const mailId = uuidv7();
  await noteMail(tx, { id: mailId, kind: 'agent_sign_up', subjectId: principalId, facts: null });
  return mailId;
}

/** What the mail about an account that an agent made says. */
export interface AgentSignUpFacts {
  readonly principalId: string;
  readonly agentLabel: string;
  /** Of the agent's key. */
  readonly workspaceName: string;
  readonly email: string;
  /** The first workspace of the account; null: it is gone. */
  readonly madeWorkspace: { readonly id: string; readonly name: string } | null;
  readonly source: BookingSource;
  readonly clientIp: string;
  readonly madeAt: Date;
  /** Of the person's hours. */
  readonly timezone: string;
  /** The agent was stopped, or has lapsed. */
  readonly hasStopped: boolean;
}

/** undefined: the account or the agent is gone. */
export async function readSignUp(sql: Queryable, principalId: string): Promise<AgentSignUpFacts | undefined> {
  const [row] = await sql<AgentSignUpFacts[]>`
    select s.principal_id as "principalId", p.agent_label as "agentLabel", w.name as "workspaceName", u.email::text,
      case when made.id is not null then json_build_object('id', made.id, 'name', made.name) end as "madeWorkspace",
      s.source, s.client_ip as "clientIp", s.made_at as "madeAt",
      ${personZone(sql, 'u.id')} as timezone,
      p.status <> 'verified' or p.ends_at <= clock_timestamp() as "hasStopped"
    from agent_sign_ups s join agent_principals p on p.id = s.principal_id join workspaces w on w.id = p.workspace_id
      join users u on u.id = s.user_id left join workspaces made on made.id = s.workspace_id
    where s.principal_id = ${principalId}`;
  return row;
}
