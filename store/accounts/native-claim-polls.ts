import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../domain/access/api-key.ts';
import { scopesFor } from '../../domain/access/key-scopes.ts';
import { seatNameOf } from '../../domain/accounts/native-claim.ts';
import { QUIET_DAYS } from '../../domain/mail/mail-caps.ts';
import { ADMINS, type Role } from '../../schemas/shapes/access.ts';
import { insertSeat } from '../access/agent-seats.ts';
import { type CallerGone, type IsWanted, requireCaller } from '../access/api-keys.ts';
import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
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
  id: string;
  status: ClaimStatus;
  agent_email: string;
  operator_email: string;
  operator_inbox: string;
  agent_name: string | null;
  client_name: string | null;
  client_ip: string;
  workspace_id: string | null;
  decided_by_user_id: string | null;
  left_seconds: number;
  quiet_until: Date | null;
}

/**
 * Answers a poll of a claim. If it is accepted, one transaction makes the seat and its key and ends the claim, under the row's lock: two
 * concurrent polls make one key; a crash leaves no key, or one that nobody received.
 */
export const pollClaim = (sql: Sql, poll: ClaimPoll): Promise<ClaimPollResult | CallerGone> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<CallerGone>): Promise<ClaimPollResult> => {
    const [row] = await tx<PolledRow[]>`
      select id, ${claimStatusNow(tx)} as status, agent_email::text, operator_email::text, operator_inbox::text, agent_name, client_name, client_ip, workspace_id,
        decided_by_user_id, greatest(1, floor(extract(epoch from expires_at - clock_timestamp())))::int as left_seconds,
        decided_at + ${QUIET_DAYS} * interval '1 day' as quiet_until
      from native_claims where poll_token_hash = ${poll.pollTokenHash} for update`;
    // A fetched key is shown no second time: its token has done its work.
    if (!row || row.status === 'claimed') return { status: 'unknown' };
    if (row.status === 'accepted' && poll.isWanted()) return deliver(tx, row, poll, refuse);
    if (row.status === 'refused')
      return { status: 'refused', claimId: row.id, isNew: false, quietUntil: row.quiet_until };
    if (row.status !== 'pending' && row.status !== 'accepted') return { status: row.status };
    const { id: claimId, operator_email: operatorEmail, left_seconds: expiresInSeconds } = row;
    return { status: 'pending', claimId, operatorEmail, expiresInSeconds };
  });

interface OperatorRow {
  user_id: string;
  email: string;
  name: string;
  username: string;
  role: Role;
  workspace_id: string;
  workspace_name: string;
  workspace_slug: string;
}

async function deliver(
  tx: Transaction,
  row: PolledRow,
  { isWanted }: ClaimPoll,
  refuse: Refuse<CallerGone>,
): Promise<ClaimPollResult> {
  const operator = await lockOperator(tx, row);
  if (!operator || !(ADMINS as readonly Role[]).includes(operator.role)) {
    await tx`update native_claims set status = 'refused' where id = ${row.id}`;
    return { status: 'refused', claimId: row.id, isNew: true, quietUntil: row.quiet_until };
  }
  const [keyId, seatId] = [uuidv7(), uuidv7()];
  const minted = mintKey('live');
  const name = seatNameOf(row.agent_name, row.client_name, row.agent_email);
  await insertSeat(
    tx,
    {
      id: seatId,
      displayName: name,
      agentEmail: row.agent_email,
      operatorInbox: row.operator_inbox,
      key: {
        id: keyId,
        workspaceId: operator.workspace_id,
        createdByUserId: operator.user_id,
        name,
        mode: 'live',
        scopes: [scopesFor(operator.role)[0]],
        origin: 'seat',
        minted,
        createdAtMs: await clockMs(tx),
        expiresAtMs: null,
        // Of an inbox that nobody knows: it invites nobody, and pays for nothing.
        roleCap: 'manager',
        clientIp: row.client_ip,
      },
    },
    { actor: { kind: 'session', userId: operator.user_id, username: operator.username }, source: 'host_api' },
  );
  await tx`update native_claims set status = 'claimed', api_key_id = ${keyId} where id = ${row.id}`;
  requireCaller(isWanted, refuse);
  return {
    status: 'claimed',
    claimId: row.id,
    seatId,
    apiKey: minted.secret,
    workspace: { id: operator.workspace_id, name: operator.workspace_name, slug: operator.workspace_slug },
    user: { id: operator.user_id, email: operator.email, name: operator.name },
  };
}

/** The member who accepted, if they still are one. Their membership stays until the transaction ends. */
async function lockOperator(tx: Transaction, row: PolledRow): Promise<OperatorRow | undefined> {
  const [operator] = await tx<OperatorRow[]>`
    select m.user_id, u.email::text, u.name, m.username, m.role, w.id as workspace_id, w.name as workspace_name,
      w.slug as workspace_slug
    from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${row.workspace_id} and m.user_id = ${row.decided_by_user_id} and m.leaving_at is null
    for key share of m`;
  return operator;
}
