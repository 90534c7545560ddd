import type { Sql } from 'postgres';
import type { DeviceStanding } from '../../domain/access/device-session.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isUnseenByFlow, type WaitingQuery } from '../waiting-query.ts';
import { isDeletedWorkspace, type WorkspaceDeleted } from '../workspaces/locked-workspaces.ts';
import { findTooManyKeys, type TooManyKeys } from './create-key.ts';

/** A trigger notifies of changes here, by the row's id. */
export const DEVICE_CHANNEL = 'device_sessions';

export type DeviceStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';

export interface NewDeviceSession {
  readonly id: string;
  readonly deviceCodeHash: Buffer;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly intervalSeconds: number;
  readonly lifetimeSeconds: number;
}

/** Codes have eight letters, and most are free: a second try is rare, a tenth means a bug. */
const TRIES = 10;

/** Opens a session. @returns its user code, unique among open sessions */
export async function openDeviceSession(sql: Sql, session: NewDeviceSession, newUserCode: () => string) {
  for (let tries = 0; tries < TRIES; tries++) {
    const userCode = newUserCode();
    const opened = await sql`
      insert into device_sessions (id, device_code_hash, user_code, agent_name, client_name, client_ip, status,
        interval_seconds, created_at, expires_at)
      select ${session.id}, ${session.deviceCodeHash}, ${userCode}, ${session.agentName}, ${session.clientName},
        ${session.clientIp}, 'pending', ${session.intervalSeconds}, now,
        now + ${session.lifetimeSeconds} * interval '1 second' from clock_timestamp() now
      on conflict (user_code) where status = 'pending' do nothing`;
    if (opened.count === 1) return userCode;
  }
  throw new Error(`No free user code in ${TRIES} tries`);
}

export interface DeviceSession {
  readonly id: string;
  readonly userCode: string;
  /** By the clock: overdue sessions are expired. */
  readonly status: DeviceStatus;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedByUserId: string | null;
  readonly workspaceId: string | null;
}

const statusNow = (sql: Queryable) => sql`
  case when ${isOpen(sql)} and expires_at <= clock_timestamp() then 'expired' else status end`;

/** The session of a user code: the open one, else the latest that had it. */
export async function findDeviceSession(sql: Queryable, userCode: string): Promise<DeviceSession | undefined> {
  const [row] = await sql<DeviceSession[]>`
    select id, user_code as "userCode", ${statusNow(sql)} as status, agent_name as "agentName", client_name as "clientName",
      client_ip as "clientIp", created_at as "createdAt", expires_at as "expiresAt",
      decided_by_user_id as "decidedByUserId", workspace_id as "workspaceId"
    from device_sessions where user_code = ${userCode} order by status = 'pending' desc, created_at desc limit 1`;
  return row;
}

/** undefined: the session is gone. */
export async function readDeviceStatus(sql: Queryable, id: string): Promise<DeviceStatus | undefined> {
  const [row] = await sql<{ status: DeviceStatus }[]>`
    select ${statusNow(sql)} as status from device_sessions where id = ${id}`;
  return row?.status;
}

export interface DeviceDecision {
  readonly userCode: string;
  readonly decision: 'approve' | 'deny';
  /** What the key will be bound to. */
  readonly workspaceId: string;
  readonly userId: string;
  readonly source: BookingSource;
}

/** `stranger`: the person is not a member of the workspace. `decided`: another decision or another person came first. */
export type DecisionResult =
  | { readonly result: 'done'; readonly sessionId: string; readonly isNew: boolean }
  | { readonly result: 'unknown' | 'expired' | 'decided' | 'stranger' }
  | { readonly result: 'refused'; readonly refusal: WorkspaceDeleted | TooManyKeys };

/** Decides a session, once. Repeating the same decision answers the same. */
export const decideDeviceSession = (sql: Sql, decision: DeviceDecision): Promise<DecisionResult> =>
  inTransaction(sql, async (tx) => {
    const [member] = await tx<{ username: string }[]>`
      select username from memberships
      where workspace_id = ${decision.workspaceId} and user_id = ${decision.userId} and leaving_at is null for key share`;
    if (!member) return { result: 'stranger' };
    const found = await findDeviceSession(tx, decision.userCode);
    if (!found) return { result: 'unknown' };
    const [locked] = await tx<{ status: DeviceStatus }[]>`
      select status from device_sessions where id = ${found.id} for update`;
    if (locked?.status !== 'pending') return repeated(tx, decision);
    const refusal = decision.decision === 'approve' ? await whyNoKey(tx, decision) : undefined;
    if (refusal) return { result: 'refused', refusal };
    if (!(await writeDecision(tx, found.id, decision))) return { result: 'expired' };
    await logActivity(tx, {
      actor: { kind: 'session', userId: decision.userId, username: member.username },
      workspaceId: decision.workspaceId,
      source: decision.source,
      action: decision.decision === 'approve' ? 'device.approved' : 'device.denied',
      subject: { type: 'device_session', id: found.id },
      data: { agentName: found.agentName, clientName: found.clientName, ip: found.clientIp },
    });
    return { result: 'done', sessionId: found.id, isNew: true };
  });

/** Why a person gets no key of a workspace; undefined: they may. */
async function whyNoKey(
  tx: Transaction,
  of: Pick<DeviceDecision, 'workspaceId' | 'userId'>,
): Promise<WorkspaceDeleted | TooManyKeys | undefined> {
  if (await isDeletedWorkspace(tx, of.workspaceId)) return { refused: 'workspace_deleted' };
  return findTooManyKeys(tx, of);
}

/** False: it has expired. */
async function writeDecision(tx: Transaction, id: string, decision: DeviceDecision): Promise<boolean> {
  const written = await tx`
    update device_sessions set status = ${decision.decision === 'approve' ? 'approved' : 'denied'},
      decided_by_user_id = ${decision.userId}, decided_at = clock_timestamp(), workspace_id = ${decision.workspaceId}
    where id = ${id} and expires_at > clock_timestamp()`;
  return written.count === 1;
}

async function repeated(tx: Transaction, decision: DeviceDecision): Promise<DecisionResult> {
  const session = await findDeviceSession(tx, decision.userCode);
  if (!session) return { result: 'unknown' };
  if (session.status === 'expired') return { result: 'expired' };
  const isSamePerson = session.decidedByUserId === decision.userId && session.workspaceId === decision.workspaceId;
  const isSameWord = (session.status === 'denied') === (decision.decision === 'deny');
  return isSamePerson && isSameWord ? { result: 'done', sessionId: session.id, isNew: false } : { result: 'decided' };
}

interface StandingRow {
  readonly status: DeviceStatus;
  readonly workspaceId: string | null;
  readonly waitMs: number;
}

/** Expires an overdue session, stores the status that its flow has seen, and returns where it stands. */
export async function readDeviceStanding(sql: Sql, id: string): Promise<DeviceStanding> {
  const [row] = await sql<StandingRow[]>`
    update device_sessions set status = ${statusNow(sql)}, flow_status = ${statusNow(sql)} where id = ${id}
    returning status, workspace_id as "workspaceId", ceil(extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "waitMs"`;
  if (!row) return { stage: 'over', end: 'expired', workspaceId: null };
  const { status, workspaceId } = row;
  return status === 'pending' || status === 'approved'
    ? { stage: status, waitMs: Math.max(row.waitMs, 1), workspaceId }
    : { stage: 'over', end: status, workspaceId };
}

const isOpen = (sql: Queryable) => sql`status in ('pending', 'approved')`;

/** For the sweep. */
export const waitingDeviceSessions: WaitingQuery = (sql) => sql`
  select 'device' as lot, id, workspace_id, expires_at as since from device_sessions where ${isOpen(sql)}
  union all
  select 'device', id, workspace_id, coalesce(consumed_at, decided_at, created_at) from device_sessions where ${isUnseenByFlow(sql)}`;
