import { isDeepStrictEqual } from 'node:util';
import type { JSONValue, Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { KeyActor } from '../../domain/access/actor.ts';
import { mailCapsOf } from '../../domain/mail/mail-caps.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { openMailedCode, type TooManyMailedCodes } from '../accounts/mailed-codes.ts';
import { logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { clockMs, lockName } from '../locks.ts';
import type { UsedUpCap } from '../mail/network-caps.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** What an agent says of itself and its person. */
export interface AgentWish {
  readonly prospectEmail: string;
  readonly agentLabel: string;
  readonly prospectName: string | null;
  readonly prospectCompany: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface RegisterRequest {
  readonly wish: AgentWish;
  readonly clientIp: string;
  readonly clientNetwork: string;
  readonly clientHash: Buffer;
}

export interface RegisteredAgent {
  readonly id: string;
  readonly expiresAt: Date;
}

export type RegisterRefusal =
  | TooManyMailedCodes
  | ({ readonly refused: 'too_many_identities' } & UsedUpCap)
  /** A code for the same person was mailed just now, under other words. */
  | { readonly refused: 'identity_pending'; readonly principalId: string; readonly retryAfterSeconds: number }
  | { readonly refused: 'key_ended' };

/** The window is a rolling day: some are free again within hours. */
const AGAIN_SECONDS = 3_600;

const WORKSPACE_DAY = 'identities';

/**
 * Stores what an agent asks of a person, with the code that is to be mailed. Sends no mail: the flow of the identity does. The same
 * request again, while it is pending, is the same identity.
 */
export const registerAgent = (
  sql: Sql,
  request: RegisterRequest,
  by: { readonly actor: KeyActor; readonly source: BookingSource },
): Promise<RegisteredAgent | RegisterRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<RegisterRefusal>) => {
    const { actor } = by;
    // Held against a revocation: it ends the identity, or comes first.
    const [key] = await tx`select 1 from api_keys where id = ${actor.keyId} and revoked_at is null for share`;
    if (!key) return refuse({ refused: 'key_ended' });
    await lockName(tx, 'codesOfWorkspace', `${WORKSPACE_DAY} ${actor.workspaceId}`);
    const known = await lockPending(tx, actor.keyId, request.wish.prospectEmail);
    const id = known?.id ?? uuidv7();
    const issue = await openMailedCode(tx, codeRequest(request, id), refuse);
    const isNew = !known || issue.issueNo !== known.issueNo;
    if (isNew) await countOfWorkspace(tx, actor.workspaceId, { ofThis: known ? 1 : 0 }, refuse);
    if (known && !isNew && !isDeepStrictEqual(known.wish, request.wish)) {
      refuse({ refused: 'identity_pending', principalId: id, retryAfterSeconds: issue.resendAfterSeconds });
    }
    if (known) await renewPending(tx, id, request.wish);
    else await insertPending(tx, id, request.wish, by);
    return endWithCode(tx, id);
  });

const codeRequest = ({ wish, ...client }: RegisterRequest, id: string) => ({
  ...client,
  ...{ id, asker: id, about: {}, email: wish.prospectEmail },
  purpose: 'agent_identity' as const,
});

interface PendingAgent {
  readonly id: string;
  readonly issueNo: number;
  readonly wish: AgentWish;
}

/** One whose code has ended, or ends within a second, is over. */
async function lockPending(tx: Transaction, keyId: string, email: string): Promise<PendingAgent | undefined> {
  await tx`
    update agent_principals p set status = 'expired'
    where api_key_id = ${keyId} and prospect_email = ${email} and status = 'pending'
      and (ends_at <= clock_timestamp() + interval '1 second'
        or not exists (select 1 from mailed_codes c where c.id = p.id and c.status = 'open'))`;
  const [row] = await tx<(AgentWish & { id: string; issueNo: number | null })[]>`
    select p.id, p.prospect_email::text as "prospectEmail", p.agent_label as "agentLabel", p.prospect_name as "prospectName",
      p.prospect_company as "prospectCompany", p.metadata, c.issue_no as "issueNo"
    from agent_principals p left join mailed_codes c on c.id = p.id
    where p.api_key_id = ${keyId} and p.prospect_email = ${email} and p.status = 'pending' for update of p`;
  if (!row) return undefined;
  const { id, issueNo, ...wish } = row;
  // The same address in other letters is the same wish.
  return { id, issueNo: issueNo ?? 0, wish: { ...wish, prospectEmail: email } };
}

/** Mails of one workspace and day, as of its invitations: they carry a stranger's words to any address. */
async function countOfWorkspace(
  tx: Transaction,
  workspaceId: string,
  { ofThis }: { readonly ofThis: number },
  refuse: Refuse<RegisterRefusal>,
): Promise<void> {
  const [[row], subscription, now] = await Promise.all([
    tx<{ mails: number }[]>`
      select count(*)::int as mails from mailed_code_issues i join agent_principals p on p.id = i.code_id
      where p.workspace_id = ${workspaceId} and i.created_at > clock_timestamp() - interval '1 day'`,
    readSubscription(tx, workspaceId),
    clockMs(tx),
  ]);
  const limit = mailCapsOf(subscription, now).invitations;
  if ((row?.mails ?? 0) - ofThis >= limit)
    refuse({ refused: 'too_many_identities', limit, retryAfterSeconds: AGAIN_SECONDS });
}

async function insertPending(
  tx: Transaction,
  id: string,
  wish: AgentWish,
  { actor, source }: { readonly actor: KeyActor; readonly source: BookingSource },
): Promise<void> {
  const { workspaceId, keyId } = actor;
  await tx`
    insert into agent_principals (id, workspace_id, api_key_id, prospect_email, agent_label, prospect_name, prospect_company, metadata,
      status, created_at, ends_at)
    values (${id}, ${workspaceId}, ${keyId}, ${wish.prospectEmail}, ${wish.agentLabel}, ${wish.prospectName}, ${wish.prospectCompany},
      ${tx.json(wish.metadata as JSONValue)}, 'pending', clock_timestamp(), clock_timestamp())`;
  await logActivity(tx, {
    ...{ actor, source, workspaceId },
    action: 'agent_identity.registered',
    subject: { type: 'agent_identity', id },
    data: { agentLabel: wish.agentLabel, prospectEmail: wish.prospectEmail },
  });
}

/** The new mail names what was said last. */
const renewPending = (tx: Transaction, id: string, wish: AgentWish) => tx`
  update agent_principals set agent_label = ${wish.agentLabel}, prospect_name = ${wish.prospectName},
    prospect_company = ${wish.prospectCompany}, metadata = ${tx.json(wish.metadata as JSONValue)}
  where id = ${id}`;

/** The identity ends with its code. */
async function endWithCode(tx: Transaction, id: string): Promise<RegisteredAgent> {
  const [row] = await tx<{ expiresAt: Date }[]>`
    update agent_principals p set ends_at = c.expires_at from mailed_codes c
    where p.id = ${id} and c.id = p.id returning p.ends_at as "expiresAt"`;
  if (!row) throw new Error('an identity was not stored');
  return { id, expiresAt: row.expiresAt };
}
