import type { Sql } from 'postgres';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import type { WorkspaceDeleted } from '../workspaces/locked-workspaces.ts';
import { type CallerGone, type IsWanted, requireCaller } from './api-keys.ts';
import type { TooManyKeys } from './create-key.ts';
import type { DeviceStatus } from './device-sessions.ts';
import { lockMemberForKey, mintKeyOfMember } from './key-of-member.ts';

/** Seconds that each early poll adds to the interval, for good (RFC 8628, 3.5). */
const SLOW_DOWN_SECONDS = 5;
/** Timers fire early and network delays vary: a poll that is early by less than this is accepted. */
const TOLERANCE_MS = 1_000;

export interface DevicePoll {
  readonly deviceCodeHash: Buffer;
  /** False: it was counted when it began and now reads the result. */
  readonly isCounted: boolean;
  /** Checked under the lock: a caller who hung up gets no key. */
  readonly isWanted: IsWanted;
}

/** The key and its secret, returned once. */
export interface DeliveredKey {
  readonly status: 'approved';
  readonly sessionId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  readonly user: { readonly id: string; readonly email: string };
}

export type PollResult =
  | { readonly status: 'authorization_pending'; readonly sessionId: string }
  | { readonly status: 'slow_down'; readonly intervalSeconds: number }
  /** `sessionId`: denied by this poll. */
  | { readonly status: 'denied'; readonly sessionId?: string }
  | { readonly status: 'expired' }
  | DeliveredKey;

/** Why an approved poll gets no key. The session stays approved: a later poll may get it. */
type DeliveryRefusal = CallerGone | TooManyKeys | WorkspaceDeleted;

interface PolledRow {
  readonly id: string;
  readonly status: DeviceStatus;
  readonly isOver: boolean;
  readonly intervalSeconds: number;
  readonly sinceLastMs: number | null;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly workspaceId: string | null;
  readonly decidedByUserId: string | null;
}

/**
 * Answers a poll of a device session. If it is approved, one transaction mints the key and consumes the session, under the row's
 * lock: two concurrent polls make one key; a crash leaves no key, or one that nobody received.
 */
export const pollDeviceSession = (sql: Sql, poll: DevicePoll): Promise<PollResult | DeliveryRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<DeliveryRefusal>): Promise<PollResult> => {
    const [row] = await tx<PolledRow[]>`
      select id, status, expires_at <= clock_timestamp() as "isOver", interval_seconds as "intervalSeconds", agent_name as "agentName", client_name as "clientName", client_ip as "clientIp", workspace_id as "workspaceId",
        decided_by_user_id as "decidedByUserId", (extract(epoch from clock_timestamp() - last_poll_at) * 1000)::float8 as "sinceLastMs"
      from device_sessions where device_code_hash = ${poll.deviceCodeHash} for update`;
    if (row?.status === 'denied') return { status: 'denied' };
    if (!row || row.isOver) return { status: 'expired' };
    if (row.status === 'pending') return pending(tx, row, poll);
    return row.status === 'approved' ? deliver(tx, row, poll, refuse) : { status: 'expired' };
  });

/** Intervals count from start to start, with tolerance. The first poll is never early. */
async function pending(tx: Transaction, row: PolledRow, { isCounted }: DevicePoll): Promise<PollResult> {
  if (!isCounted) return { status: 'authorization_pending', sessionId: row.id };
  const isEarly = row.sinceLastMs !== null && row.sinceLastMs + TOLERANCE_MS < row.intervalSeconds * 1_000;
  const intervalSeconds = row.intervalSeconds + (isEarly ? SLOW_DOWN_SECONDS : 0);
  await tx`
    update device_sessions set interval_seconds = ${intervalSeconds}, last_poll_at = clock_timestamp()
    where id = ${row.id}`;
  return isEarly ? { status: 'slow_down', intervalSeconds } : { status: 'authorization_pending', sessionId: row.id };
}

async function deliver(
  tx: Transaction,
  row: PolledRow,
  { isWanted }: DevicePoll,
  refuse: Refuse<DeliveryRefusal>,
): Promise<PollResult> {
  if (!isWanted()) return { status: 'authorization_pending', sessionId: row.id };
  const approver = await lockMemberForKey(
    tx,
    tx`m.workspace_id = ${row.workspaceId} and m.user_id = ${row.decidedByUserId}`,
  );
  if (!approver) {
    await tx`update device_sessions set status = 'denied' where id = ${row.id}`;
    return { status: 'denied', sessionId: row.id };
  }
  const { agentName, clientName, clientIp } = row;
  const key = await mintKeyOfMember(tx, approver, { origin: 'device', agentName, clientName, clientIp }, refuse);
  await tx`
    update device_sessions set status = 'consumed', api_key_id = ${key.keyId}, consumed_at = clock_timestamp()
    where id = ${row.id}`;
  requireCaller(isWanted, refuse);
  const { workspace, userId, email } = approver;
  return { status: 'approved', sessionId: row.id, ...key, workspace, user: { id: userId, email } };
}
