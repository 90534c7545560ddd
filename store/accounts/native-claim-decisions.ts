import type { Sql } from 'postgres';
import { ADMINS, type BookingSource, type Role } from '../../schemas/shapes/access.ts';
import { countSeats } from '../access/agent-seats.ts';
import { logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';
import { type Claim, findClaim } from './native-claims.ts';

export interface ClaimDecision {
  readonly claimId: string;
  readonly userId: string;
  /** Where the seat will be; null: refused. */
  readonly workspaceId: string | null;
  readonly source: BookingSource;
}

export type DecisionRefusal =
  | OverPlanCap
  /** `stranger`: mailed to another address. `decided`: otherwise than now. `not_a_member`: of the workspace. */
  | {
      readonly refused:
        | 'unknown'
        | 'stranger'
        | 'expired'
        | 'decided'
        | 'not_a_member'
        | 'admin_needed'
        | 'locked'
        | 'workspace_deleted';
    };

/**
 * Accepts or refuses a claim, as the person whose address got the mail. Accepting keeps a seat of the plan for it. Repeating the same
 * decision answers the same. Locks the workspace before it counts, so concurrent calls queue.
 */
export const decideClaim = (sql: Sql, decision: ClaimDecision): Promise<Decided | DecisionRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<DecisionRefusal>) => {
    const { claimId, userId, workspaceId } = decision;
    if (workspaceId !== null) await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    await tx`select 1 from native_claims where id = ${claimId} for update`;
    const claim = await findClaim(tx, { id: claimId });
    if (!claim) return refuse({ refused: 'unknown' });
    const [person] = await tx`select 1 from users where id = ${userId} and email = ${claim.operatorEmail}`;
    if (!person) return refuse({ refused: 'stranger' });
    if (claim.status !== 'pending') return repeated(claim, decision, refuse);
    if (workspaceId !== null) await acceptIn(tx, claim, { ...decision, workspaceId }, refuse);
    const status = workspaceId === null ? 'refused' : 'accepted';
    await tx`
      update native_claims set status = ${status}, decided_by_user_id = ${userId}, decided_at = clock_timestamp(),
        workspace_id = ${workspaceId} where id = ${claimId}`;
    return { status, isNew: true };
  });

interface Decided {
  readonly status: 'accepted' | 'refused';
  readonly isNew: boolean;
}

function repeated(claim: Claim, { userId, workspaceId }: ClaimDecision, refuse: Refuse<DecisionRefusal>): Decided {
  if (claim.status === 'expired' || claim.status === 'undeliverable') return refuse({ refused: 'expired' });
  const status = claim.status === 'refused' ? 'refused' : 'accepted';
  const isSame = (status === 'refused') === (workspaceId === null) && claim.workspaceId === workspaceId;
  return isSame && claim.decidedByUserId === userId ? { status, isNew: false } : refuse({ refused: 'decided' });
}

/** Requires the role and room for a seat, and logs the acceptance. */
async function acceptIn(
  tx: Transaction,
  claim: Claim,
  { userId, workspaceId, source }: ClaimDecision & { readonly workspaceId: string },
  refuse: Refuse<DecisionRefusal>,
): Promise<void> {
  const username = await requireRoom(tx, { userId, workspaceId }, refuse);
  const { agentEmail, agentName, clientName, clientIp: ip } = claim;
  await logActivity(tx, {
    actor: { kind: 'session', userId, username },
    ...{ workspaceId, source },
    action: 'claim.accepted',
    subject: { type: 'native_claim', id: claim.id },
    data: { agentEmail, agentName, clientName, ip },
  });
}

/** @returns the person's username in the workspace, under its lock */
async function requireRoom(
  tx: Transaction,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
  refuse: Refuse<DecisionRefusal>,
): Promise<string> {
  const [member] = await tx<{ username: string; role: Role; locked: boolean; deleted: boolean }[]>`
    select m.username, m.role, ${isLockedIn(tx)} as locked, w.erase_at is not null as deleted
    from memberships m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.leaving_at is null for key share of m`;
  if (!member) return refuse({ refused: 'not_a_member' });
  if (!(ADMINS as readonly Role[]).includes(member.role)) return refuse({ refused: 'admin_needed' });
  if (member.deleted) return refuse({ refused: 'workspace_deleted' });
  if (member.locked) return refuse({ refused: 'locked' });
  const now = await clockMs(tx);
  const { activeCount: used } = await countSeats(tx, workspaceId, now);
  const over = await findOverCap(tx, workspaceId, { feature: 'agentSeats', used }, now);
  return over ? refuse(over) : member.username;
}
