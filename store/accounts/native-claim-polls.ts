import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../domain/access/api-key.ts';
import { scopesFor } from '../../domain/access/key-scopes.ts';
import { seatNameOf } from '../../domain/accounts/native-claim.ts';
import { QUIET_DAYS } from '../../domain/mail/mail-caps.ts';
import { ADMINS, type Role } from '../../schemas/shapes/access.ts';
import { insertSeat } from '../access/agent-seats.ts';
import { type CallerGone, type IsWanted, type NewKey, requireCaller } from '../access/api-keys.ts';
import { lockMemberForKey } from '../access/key-of-member.ts';

import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import type { WorkspaceDeleted } from '../workspaces/locked-workspaces.ts';
import { type ClaimStatus, claimStatusNow } from './native-claims.ts';

export interface ClaimPoll {
  readonly pollTokenHash: Buffer;
  /** Checked under the lock: a caller who hung up gets no key. */
  readonly isWanted: IsWanted;
}

/** The key of the seat and its secret, returned once. */
export interface DeliveredClaim {
  readonly status: 'claimed';
  readonly claimId: string;
  readonly seatId: string;
  readonly apiKey: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  /** The operator. */
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
}

export type ClaimPollResult =
  | {
      readonly status: 'pending';
      readonly claimId: string;
      readonly operatorEmail: string;
      readonly expiresInSeconds: number;
    }
  /** `isNew`: ended by this poll. `quietUntil`: no sign-in with the same operator mails them before; null: it may. */
  | {
      readonly status: 'refused';
      readonly claimId: string;
      readonly isNew: boolean;
      readonly quietUntil: Date | null;
    }
  | { readonly status: 'unknown' | 'expired' | 'undeliverable' }
  | DeliveredClaim;

interface PolledRow {
  readonly id: string;
  readonly status: ClaimStatus;
  readonly agentEmail: string;
  readonly operatorEmail: string;
  readonly operatorInbox: string;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly workspaceId: string | null;
  readonly decidedByUserId: string | null;
  readonly leftSeconds: number;
  readonly quietUntil: Date | null;
}

/**
 * Answers a poll of a claim. If it is accepted, one transaction makes the seat and its key and ends the claim, under the row's lock: two
 * concurrent polls make one key; a crash leaves no key, or one that nobody received.
 */
export const pollClaim = (sql: Sql, poll: ClaimPoll): Promise<ClaimPollResult | DeliveryRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<DeliveryRefusal>): Promise<ClaimPollResult> => {
    const [row] = await tx<PolledRow[]>`
      select id, ${claimStatusNow(tx)} as status, agent_email::text as "agentEmail", operator_email::text as "operatorEmail", operator_inbox::text as "operatorInbox", agent_name as "agentName", client_name as "clientName", client_ip as "clientIp", workspace_id as "workspaceId",
        decided_by_user_id as "decidedByUserId", greatest(1, floor(extract(epoch from expires_at - clock_timestamp())))::int as "leftSeconds",
        decided_at + ${QUIET_DAYS} * interval '1 day' as "quietUntil"
      from native_claims where poll_token_hash = ${poll.pollTokenHash} for update`;
    // A fetched key is shown no second time: its token has done its work.
    if (!row || row.status === 'claimed') return { status: 'unknown' };
    if (row.status === 'accepted' && poll.isWanted()) return deliver(tx, row, poll, refuse);
    if (row.status === 'refused')
      return { status: 'refused', claimId: row.id, isNew: false, quietUntil: row.quietUntil };
    if (row.status !== 'pending' && row.status !== 'accepted') return { status: row.status };
    const { id: claimId, operatorEmail, leftSeconds: expiresInSeconds } = row;
    return { status: 'pending', claimId, operatorEmail, expiresInSeconds };
  });

/** Why an accepted claim gives no key. It stays accepted: a later poll may get it. */
type DeliveryRefusal = CallerGone | WorkspaceDeleted;

async function deliver(
  tx: Transaction,
  row: PolledRow,
  { isWanted }: ClaimPoll,
  refuse: Refuse<DeliveryRefusal>,
): Promise<ClaimPollResult> {
  const operator = await lockMemberForKey(
    tx,
    tx`m.workspace_id = ${row.workspaceId} and m.user_id = ${row.decidedByUserId}`,
  );
  if (!operator || !(ADMINS as readonly Role[]).includes(operator.role)) {
    await tx`update native_claims set status = 'refused' where id = ${row.id}`;
    return { status: 'refused', claimId: row.id, isNew: true, quietUntil: row.quietUntil };
  }
  if (operator.isDeleted) return refuse({ refused: 'workspace_deleted' });
  const { workspace, userId, username } = operator;
  const [keyId, seatId] = [uuidv7(), uuidv7()];
  const minted = mintKey('live');
  const name = seatNameOf(row.agentName, row.clientName, row.agentEmail);
  const key: NewKey = {
    ...{ id: keyId, workspaceId: workspace.id, createdByUserId: userId, name, mode: 'live', origin: 'seat', minted },
    scopes: [scopesFor(operator.role)[0]],
    ...{ createdAtMs: await clockMs(tx), expiresAtMs: null, clientIp: row.clientIp },
    // Of an inbox that nobody knows: it invites nobody, and pays for nothing.
    roleCap: 'manager',
  };
  const seat = { id: seatId, displayName: name, agentEmail: row.agentEmail, operatorInbox: row.operatorInbox, key };
  await insertSeat(tx, seat, { actor: { kind: 'session', userId, username }, source: 'host_api' });
  await tx`update native_claims set status = 'claimed', api_key_id = ${keyId} where id = ${row.id}`;
  requireCaller(isWanted, refuse);
  return {
    status: 'claimed',
    claimId: row.id,
    seatId,
    apiKey: minted.secret,
    workspace,
    user: { id: userId, email: operator.email, name: operator.name },
  };
}
