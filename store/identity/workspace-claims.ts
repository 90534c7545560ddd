import type { PendingQuery, Row, Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { INVITATIONS_PER_ADDRESS_AND_DAY, QUIET_DAYS } from '../../domain/mail/mail-caps.ts';
import {
  WORKSPACE_CLAIM_DAYS,
  type WorkspaceClaimStanding,
  type WorkspaceClaimStatus,
} from '../../domain/workspaces/workspace-claim.ts';
import { type Doer, isWorkingKey, keyOf } from '../access/api-keys.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import { secondsUntilFree, tightest, type UsedUpCap, usedUpByNetworks } from '../mail/network-caps.ts';
import { invitationMails } from '../members/invitation-mails.ts';
import { lockAsAdmin } from '../membership-lock.ts';
import { isUnseenByFlow, type WaitingQuery } from '../waiting-query.ts';

/** Mails of one workspace: its agent knows one or two people. */
const CLAIMS_OF_WORKSPACE_AND_DAY = 3;
/** To all prospects. Agents of many people share a network, and each needs one. */
const CLAIMS_OF_NETWORK_AND_DAY: ByWidth = { narrow: 20, wide: 40, widest: 80 };

export interface NewWorkspaceClaim {
  readonly id: string;
  readonly workspaceId: string;
  readonly prospectEmail: string;
  readonly agentName: string | null;
  readonly clientIp: string;
  /** The client's. */
  readonly clientNetwork: string;
}

export interface OpenedWorkspaceClaim {
  readonly id: string;
  readonly prospectEmail: string;
  readonly expiresAt: Date;
}

export type OpenClaimOutcome =
  | { readonly result: 'opened'; readonly claim: OpenedWorkspaceClaim }
  /** `not_claimable`: a person owns it, it has several owners, or the key's person is not the one. */
  /** `own_key_needed`: a seat, or a key that a key made. */
  | { readonly result: 'not_claimable' | 'own_key_needed' | 'claim_refused' | 'undeliverable' }
  | ({ readonly result: 'too_many_claims' } & UsedUpCap);

interface Requester extends Doer {
  readonly actor: Actor;
}

/** Asks a person to take over the workspace of the key's person. While that is pending, the same call returns the same. */
export const openWorkspaceClaim = (sql: Sql, request: NewWorkspaceClaim, by: Requester): Promise<OpenClaimOutcome> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, prospectEmail } = request;
    const barrier = await barrierTo(tx, workspaceId, by.actor);
    if (barrier) return { result: barrier };
    const inbox = foldedAddress(prospectEmail);
    const earlier = await latestOf(tx, workspaceId, inbox);
    if (earlier?.status === 'pending') return { result: 'opened', claim: earlier };
    if (earlier?.isRecent && earlier.status === 'refused') return { result: 'claim_refused' };
    if (earlier?.isRecent && earlier.status === 'undeliverable') return { result: 'undeliverable' };
    const networks = networksAround(request.clientNetwork);
    // Always the inbox first, then the network: two concurrent calls cannot deadlock.
    await lockName(tx, 'invitedInbox', inbox);
    await lockName(tx, 'claimsOfWorkspaces', networks.at(-1)?.name ?? '');
    const usedUp = await usedUpCap(tx, request, inbox);
    if (usedUp) return { result: 'too_many_claims', ...usedUp };
    return { result: 'opened', claim: await insertClaim(tx, request, by) };
  });

/** null: the caller may offer the workspace to somebody. */
async function barrierTo(
  tx: Transaction,
  workspaceId: string,
  actor: Actor,
): Promise<'not_claimable' | 'own_key_needed' | null> {
  const isOwner = (await lockAsAdmin(tx, actor)) === 'owner';
  if (!isOwner || !(await isClaimable(tx, workspaceId, actor.userId))) return 'not_claimable';
  return (await isOwnKey(tx, actor)) ? null : 'own_key_needed';
}

/** Whether the owner made the key themselves: a seat that somebody stole must not give the workspace away. */
async function isOwnKey(tx: Transaction, { kind, ...actor }: Actor): Promise<boolean> {
  if (kind !== 'key' || !('keyId' in actor) || actor.seat !== null) return false;
  const [row] = await tx`select 1 from api_keys where id = ${actor.keyId} and parent_key_id is null`;
  return row !== undefined;
}

/** Whether nobody with a browser owns it, this person alone does, nobody pays for it and it is not deleted. Under the lock of the workspace. */
export async function isClaimable(tx: Transaction, workspaceId: string, ownerId: string): Promise<boolean> {
  const [row] = await tx<{ owners: number; isOwner: boolean }[]>`
    select count(*)::int as owners, coalesce(bool_or(m.user_id = ${ownerId}), false) as "isOwner"
    from unclaimed_workspaces u join memberships m on m.workspace_id = u.workspace_id
      join workspaces w on w.id = u.workspace_id and w.erase_at is null
    where u.workspace_id = ${workspaceId} and m.role = 'owner'
      and not exists (select from subscriptions s where s.workspace_id = u.workspace_id)`;
  return row?.owners === 1 && row.isOwner;
}

interface EarlierClaim extends OpenedWorkspaceClaim {
  readonly status: WorkspaceClaimStatus;
  readonly isRecent: boolean;
}

async function latestOf(tx: Transaction, workspaceId: string, inbox: string): Promise<EarlierClaim | undefined> {
  const [row] = await tx<EarlierClaim[]>`
    select id, prospect_email::text as "prospectEmail", expires_at as "expiresAt", ${statusNow(tx)} as status,
      created_at > clock_timestamp() - ${QUIET_DAYS} * interval '1 day' as "isRecent"
    from workspace_claims c where workspace_id = ${workspaceId} and prospect_inbox = ${inbox} order by created_at desc limit 1 for update`;
  if (row?.status !== 'pending' && row) await endOverdue(tx, row.id);
  return row;
}

/** By the clock and by the key: overdue claims are expired, those whose key has ended are withdrawn. */
const statusNow = (sql: Queryable) => sql`
  case when c.status <> 'pending' then c.status when c.expires_at <= clock_timestamp() then 'expired'
    when not exists (select from api_keys k where k.id = c.api_key_id and ${isWorkingKey(sql, 'k')})
      or not exists (select from unclaimed_workspaces u where u.workspace_id = c.workspace_id) then 'withdrawn' else 'pending' end`;

/** Writes what the clock or the key says. */
const endOverdue = (tx: Transaction, id: string) => tx`
  update workspace_claims c set status = ${statusNow(tx)}, ended_at = clock_timestamp()
  where c.id = ${id} and c.status = 'pending' and ${statusNow(tx)} <> 'pending'`;

/** The caps that are used up; null: none. Mails to one inbox count with the invitations of members, from all workspaces (docs/decisions/mail.md#caps). */
async function usedUpCap(
  tx: Transaction,
  { workspaceId, clientNetwork }: NewWorkspaceClaim,
  inbox: string,
): Promise<UsedUpCap | null> {
  const today = tx`> clock_timestamp() - interval '1 day'`;
  const full = (limit: number, mails: PendingQuery<Row[]>) => tx<UsedUpCap[]>`
    select ${limit}::int as limit, ${secondsUntilFree(tx, tx`at`)} as "retryAfterSeconds" from (${mails}) mails
    order by at desc offset ${limit - 1} limit 1`;
  const [[ofInbox = null], [ofWorkspace = null], ofNetwork] = await Promise.all([
    full(
      INVITATIONS_PER_ADDRESS_AND_DAY,
      tx`
      select created_at as at from ${invitationMails(tx)} mails where inbox = ${inbox} and created_at ${today}
      union all select created_at from workspace_claims where prospect_inbox = ${inbox} and created_at ${today}`,
    ),
    full(
      CLAIMS_OF_WORKSPACE_AND_DAY,
      tx`
      select created_at as at from workspace_claims where workspace_id = ${workspaceId} and created_at ${today}`,
    ),
    usedUpByNetworks(tx, 'workspace_claims', { clientNetwork, caps: CLAIMS_OF_NETWORK_AND_DAY }),
  ]);
  return tightest([ofInbox, ofWorkspace, ofNetwork]);
}

async function insertClaim(
  tx: Transaction,
  request: NewWorkspaceClaim,
  { actor, source }: Requester,
): Promise<OpenedWorkspaceClaim> {
  const { id, workspaceId, prospectEmail, agentName, clientIp, clientNetwork } = request;
  const networks = networksAround(clientNetwork).map(({ name }) => name);
  const [claim] = await tx<OpenedWorkspaceClaim[]>`
    insert into workspace_claims (id, workspace_id, prospect_email, prospect_inbox, agent_name, requested_by_user_id, api_key_id,
      client_ip, client_networks, status, created_at, expires_at)
    select ${id}, ${workspaceId}, ${prospectEmail}, ${foldedAddress(prospectEmail)}, ${agentName}, ${actor.userId}, ${keyOf({ actor })},
      ${clientIp}, ${networks}::text[], 'pending', now, now + ${WORKSPACE_CLAIM_DAYS} * interval '1 day' from clock_timestamp() now
    returning id, prospect_email::text as "prospectEmail", expires_at as "expiresAt"`;
  if (!claim) throw new Error('a claim was not made');
  const subject = { type: 'workspace_claim', id } as const;
  await logActivity(tx, {
    actor,
    source,
    workspaceId,
    action: 'workspace_claim.created',
    subject,
    data: { email: prospectEmail },
  });
  return claim;
}

/** A claim as its page shows it. */
export interface WorkspaceClaim {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly workspaceSlug: string;
  readonly status: WorkspaceClaimStatus;
  readonly prospectEmail: string;
  readonly agentName: string | null;
  /** null: gone. */
  readonly ownerId: string | null;
  readonly ownerEmail: string | null;
  readonly keyId: string | null;
  readonly clientIp: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedByUserId: string | null;
}

/** undefined: there is none, or its workspace is gone. */
export async function findWorkspaceClaim(sql: Queryable, id: string): Promise<WorkspaceClaim | undefined> {
  const [row] = await sql<WorkspaceClaim[]>`
    select c.id, c.workspace_id as "workspaceId", w.name as "workspaceName", w.slug as "workspaceSlug", ${statusNow(sql)} as status,
      c.prospect_email::text as "prospectEmail", c.agent_name as "agentName", c.requested_by_user_id as "ownerId",
      u.email::text as "ownerEmail", c.api_key_id as "keyId", c.client_ip as "clientIp", c.created_at as "createdAt",
      c.expires_at as "expiresAt", c.decided_by_user_id as "decidedByUserId"
    from workspace_claims c join workspaces w on w.id = c.workspace_id left join users u on u.id = c.requested_by_user_id
    where c.id = ${id}`;
  return row;
}

/** Ends a claim whose time or key is over, notes that its flow has seen it, and returns where it stands. Safe to repeat. */
export const settleWorkspaceClaim = (sql: Sql, id: string): Promise<WorkspaceClaimStanding> =>
  inTransaction(sql, async (tx) => {
    await endOverdue(tx, id);
    const [row] = await tx<{ status: WorkspaceClaimStatus; isMailed: boolean; leftMs: number }[]>`
      update workspace_claims set flow_status = status where id = ${id}
      returning status, mailed_at is not null as "isMailed",
        greatest(extract(epoch from expires_at - clock_timestamp()) * 1000, 0)::float8 as "leftMs"`;
    if (!row) return { stage: 'over', end: 'withdrawn' };
    return row.status === 'pending'
      ? { stage: 'pending', waitMs: Math.ceil(row.leftMs), isMailDue: !row.isMailed }
      : { stage: 'over', end: row.status };
  });

export const markWorkspaceClaimMailed = (sql: Queryable, id: string) =>
  sql`update workspace_claims set mailed_at = clock_timestamp() where id = ${id} and mailed_at is null`;

/** The address takes no mail, or refuses those of unknown people. */
export const dropWorkspaceClaim = (sql: Queryable, id: string) => sql`
  update workspace_claims set status = 'undeliverable', ended_at = clock_timestamp() where id = ${id} and status = 'pending'`;

/** For the sweep. */
export const waitingWorkspaceClaims: WaitingQuery = (sql) => sql`
  select 'workspaceClaim' as lot, id, workspace_id, expires_at as since from workspace_claims where status = 'pending'
  union all
  select 'workspaceClaim', id, workspace_id, coalesce(ended_at, created_at) from workspace_claims where ${isUnseenByFlow(sql)}
  union all
  select 'workspaceClaim', id, workspace_id, created_at from workspace_claims where status = 'pending' and mailed_at is null`;
