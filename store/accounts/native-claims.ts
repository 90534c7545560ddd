import { CLAIM_HOURS, type ClaimStanding } from '../../domain/accounts/native-claim.ts';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { type CallerGone, type IsWanted, requireCaller } from '../access/api-keys.ts';
import type { Queryable, Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import { secondsUntilFree, tightest, type UsedUpCap, usedUpByNetworks } from '../mail/network-caps.ts';
import type { Refuse } from '../refusal.ts';
import { isUnseenByFlow, type WaitingQuery } from '../waiting-query.ts';

/** A trigger notifies of changes here, by the row's id. */
export const CLAIM_CHANNEL = 'native_claims';

/** Mails to one operator (folded address), from all agents, as invitations. */
const CLAIMS_OF_INBOX_AND_DAY = 5;
/** Of these, caused from one network: no stranger uses up the claims of an operator's own agents. */
const CLAIMS_OF_INBOX_AND_NETWORK: ByWidth = { narrow: 3, wide: 4, widest: 4 };
/** To all operators. Agents of many people share a network, and each needs one. */
const CLAIMS_OF_NETWORK_AND_DAY: ByWidth = { narrow: 20, wide: 40, widest: 80 };

export type ClaimStatus = 'pending' | 'accepted' | 'claimed' | 'refused' | 'expired' | 'undeliverable';

/** Ids and tokens of a claim, in case that one is made. Tokens are derived or shown once; only their hashes are here. */
export interface NewClaim {
  readonly id: string;
  readonly pollTokenHash: Buffer;
  readonly linkTokenHash: Buffer;
  readonly clientIp: string;
  /** The client's. */
  readonly clientNetwork: string;
}

interface ClaimRequest extends NewClaim {
  readonly agentEmail: string;
  readonly operatorEmail: string;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly isWanted: IsWanted;
}

export interface OpenedClaim {
  readonly claimId: string;
  readonly operatorEmail: string;
  readonly expiresInSeconds: number;
}

export type ClaimRefusal = CallerGone | ({ readonly refused: 'too_many_claims' } & UsedUpCap);

/**
 * Opens a claim. An inbox that signs in again while its claim is open, for the same operator, gets that claim with a new token: what the
 * operator was asked stays, no second mail leaves, and the earlier token ends.
 */
export async function openClaim(
  tx: Transaction,
  request: ClaimRequest,
  refuse: Refuse<ClaimRefusal>,
): Promise<OpenedClaim> {
  const { id, agentEmail, operatorEmail, clientNetwork, isWanted } = request;
  const inbox = foldedAddress(operatorEmail);
  const networks = networksAround(clientNetwork).map(({ name }) => name);
  // Always the inbox first, then the network: two concurrent calls cannot deadlock.
  await lockName(tx, 'claimsOfInbox', inbox);
  await lockName(tx, 'claimsOfNetwork', networks.at(-1) ?? '');
  const again = await renew(tx, request);
  if (!again) {
    await requireAllowance(tx, inbox, clientNetwork, refuse);
    await tx`
      insert into native_claims (id, poll_token_hash, link_token_hash, agent_email, operator_email, operator_inbox, agent_name,
        client_name, client_ip, client_networks, status, created_at, expires_at)
      select ${id}, ${request.pollTokenHash}, ${request.linkTokenHash}, ${agentEmail}, ${operatorEmail}, ${inbox},
        ${request.agentName}, ${request.clientName}, ${request.clientIp}, ${networks}::text[], 'pending', now,
        now + ${CLAIM_HOURS} * interval '1 hour' from clock_timestamp() now`;
  }
  requireCaller(isWanted, refuse);
  return again ?? { claimId: id, operatorEmail, expiresInSeconds: CLAIM_HOURS * 3_600 };
}

async function renew(
  tx: Transaction,
  { agentEmail, operatorEmail, pollTokenHash }: ClaimRequest,
): Promise<OpenedClaim | undefined> {
  const [open] = await tx<OpenedClaim[]>`
    update native_claims set poll_token_hash = ${pollTokenHash}
    where id = (
      select id from native_claims
      where agent_email = ${agentEmail} and operator_email = ${operatorEmail} and operator_inbox = ${foldedAddress(operatorEmail)}
        and created_at > clock_timestamp() - ${CLAIM_HOURS} * interval '1 hour' and ${isOpen(tx)}
      order by created_at desc limit 1 for update)
    returning id as "claimId", operator_email::text as "operatorEmail",
      greatest(1, floor(extract(epoch from expires_at - clock_timestamp())))::int as "expiresInSeconds"`;
  return open;
}

const isUndone = (sql: Queryable) => sql`status in ('pending', 'accepted')`;

const isOpen = (sql: Queryable) => sql`${isUndone(sql)} and expires_at > clock_timestamp()`;

const isMailDue = (sql: Queryable) => sql`mailed_at is null and status = 'pending'`;

/** Under the locks of the inbox and of the network. */
async function requireAllowance(
  tx: Transaction,
  inbox: string,
  clientNetwork: string,
  refuse: Refuse<ClaimRefusal>,
): Promise<void> {
  const ofInbox = tx`operator_inbox = ${inbox}`;
  const [[fullInbox = null], ofBoth, ofNetwork] = await Promise.all([
    tx<UsedUpCap[]>`
      select ${CLAIMS_OF_INBOX_AND_DAY}::int as limit, ${secondsUntilFree(tx, tx`created_at`)} as "retryAfterSeconds" from native_claims
      where ${ofInbox} and created_at > clock_timestamp() - interval '1 day' order by created_at desc offset ${CLAIMS_OF_INBOX_AND_DAY - 1} limit 1`,
    usedUpByNetworks(tx, 'native_claims', { clientNetwork, caps: CLAIMS_OF_INBOX_AND_NETWORK }, ofInbox),
    usedUpByNetworks(tx, 'native_claims', { clientNetwork, caps: CLAIMS_OF_NETWORK_AND_DAY }),
  ]);
  const usedUp = tightest([fullInbox, ofBoth, ofNetwork]);
  if (usedUp) refuse({ refused: 'too_many_claims', ...usedUp });
}

export interface Claim {
  readonly id: string;
  /** By the clock: overdue claims are expired. */
  readonly status: ClaimStatus;
  readonly agentEmail: string;
  readonly operatorEmail: string;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedByUserId: string | null;
  readonly workspaceId: string | null;
}

export const claimStatusNow = (sql: Queryable) => sql`
  case when ${isUndone(sql)} and expires_at <= clock_timestamp() then 'expired' else status end`;

/** By the token of the operator's mail, or by the id; undefined: there is none. */
export async function findClaim(
  sql: Queryable,
  by: { readonly linkTokenHash: Buffer } | { readonly id: string },
): Promise<Claim | undefined> {
  const [row] = await sql<Claim[]>`
    select id, ${claimStatusNow(sql)} as status, agent_email::text as "agentEmail", operator_email::text as "operatorEmail",
      agent_name as "agentName", client_name as "clientName", client_ip as "clientIp", created_at as "createdAt",
      expires_at as "expiresAt", decided_by_user_id as "decidedByUserId", workspace_id as "workspaceId"
    from native_claims where ${'id' in by ? sql`id = ${by.id}` : sql`link_token_hash = ${by.linkTokenHash}`}`;
  return row;
}

/** undefined: the claim is gone. */
export async function readClaimStatus(sql: Queryable, id: string): Promise<ClaimStatus | undefined> {
  const [row] = await sql<{ status: ClaimStatus }[]>`
    select ${claimStatusNow(sql)} as status from native_claims where id = ${id}`;
  return row?.status;
}

interface StandingRow {
  readonly status: ClaimStatus;
  readonly workspaceId: string | null;
  readonly waitMs: number;
  readonly isMailDue: boolean;
}

/** Expires an overdue claim, stores the status that its flow has seen, and returns where it stands. */
export async function readClaimStanding(sql: Queryable, id: string): Promise<ClaimStanding> {
  const [row] = await sql<StandingRow[]>`
    update native_claims set status = ${claimStatusNow(sql)}, flow_status = ${claimStatusNow(sql)} where id = ${id}
    returning status, workspace_id as "workspaceId", ${isMailDue(sql)} as "isMailDue",
      ceil(extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "waitMs"`;
  if (!row) return { stage: 'over', end: 'expired', workspaceId: null };
  const { status, workspaceId } = row;
  return status === 'pending' || status === 'accepted'
    ? { stage: status, waitMs: Math.max(row.waitMs, 1), isMailDue: row.isMailDue, workspaceId }
    : { stage: 'over', end: status, workspaceId };
}

/** The content of a claim's mail; undefined: it was decided or has expired; 'mailed': it has left. */
export async function readClaimToMail(sql: Queryable, id: string): Promise<Claim | 'mailed' | undefined> {
  const claim = await findClaim(sql, { id });
  if (claim?.status !== 'pending') return undefined;
  const [row] = await sql`select 1 from native_claims where id = ${id} and mailed_at is not null`;
  return row ? 'mailed' : claim;
}

export async function markClaimMailed(sql: Queryable, id: string): Promise<void> {
  await sql`update native_claims set mailed_at = coalesce(mailed_at, clock_timestamp()) where id = ${id}`;
}

/** No mail leaves: the operator refused this inbox before. Else as {@link markClaimMailed}. */
export async function withholdClaim(sql: Queryable, id: string): Promise<void> {
  await sql`
    update native_claims set mailed_at = clock_timestamp(), withheld_at = clock_timestamp() where id = ${id} and mailed_at is null`;
}

/** The operator's address takes no mail, or wants none: the claim ends. */
export async function dropClaim(sql: Queryable, id: string): Promise<void> {
  await sql`update native_claims set status = 'undeliverable' where id = ${id} and status = 'pending'`;
}

/** For the sweep. */
export const waitingNativeClaims: WaitingQuery = (sql) => sql`
  select 'nativeClaim' as lot, id, workspace_id, expires_at as since from native_claims where ${isUndone(sql)}
  union all
  select 'nativeClaim', id, workspace_id, coalesce(decided_at, created_at) from native_claims where ${isUnseenByFlow(sql)}
  union all
  select 'nativeClaim', id, workspace_id, created_at from native_claims where ${isMailDue(sql)} and expires_at > now()`;
