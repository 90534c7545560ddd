import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Person } from '../../domain/access/actor.ts';
import { slugCandidates } from '../../domain/workspaces/names.ts';
import type { WorkspaceClaimEnd } from '../../domain/workspaces/workspace-claim.ts';
import { forgetNotices, noteNewAccess } from '../access/access-notices.ts';
import { countSeats } from '../access/agent-seats.ts';
import type { Doer } from '../access/api-keys.ts';
import { endWaysOut } from '../access/end-ways-out.ts';
import type { EndedThing } from '../access/ways-out-rows.ts';
import { logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import { takeEventsBack } from '../calendars/events.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { lockLeaving } from '../members/end-membership.ts';
import { beginRemovalIn } from '../members/member-removals.ts';
import { lockMembership } from '../membership-lock.ts';
import { keptByTakeOver, noteOutcome } from './take-over-outcome.ts';
import { noteTakeOverMails } from './take-overs.ts';
import { endUnclaimed } from './unclaimed-workspaces.ts';
import { findWorkspaceClaim, isClaimable, type WorkspaceClaim } from './workspace-claims.ts';

export type AgentRole = 'manager' | 'member';

export interface ClaimDecision {
  readonly claimId: string;
  readonly person: Person;
  readonly decision: 'accept' | 'refuse';
  /** Accepted: the role with which the key that asked goes on as a seat; null: it ends. */
  readonly keepsAgentAs: AgentRole | null;
  readonly now: number;
}

export type ClaimDecided =
  | {
      readonly result: 'accepted';
      readonly workspaceId: string;
      readonly workspaceSlug: string;
      /** The removal of the former owner that goes on; null: it is over. */
      readonly removalId: string | null;
      /** The seat of the agent; null: it has none. */
      readonly seatId: string | null;
      /** The mails to both owners, whose flows are to be started. */
      readonly mailIds: readonly string[];
      /** Calendars that were disconnected; their flows end. */
      readonly connections: readonly Pick<EndedThing, 'id' | 'workspaceId'>[];
    }
  | { readonly result: 'refused'; readonly workspaceId: string }
  | { readonly result: 'over'; readonly end: WorkspaceClaimEnd }
  | { readonly result: 'unknown' | 'wrong_person' }
  /** The plan has no seat for the agent. Nothing is decided. */
  | { readonly result: 'no_seat'; readonly over: OverPlanCap };

/**
 * Takes over a workspace, or refuses to. In one transaction the person becomes its owner, with the former owner's name in links and hours;
 * the former owner is removed, what they set up ends (domain/access/ways-out.ts), and their event types and meetings go to the new one. Of two decisions, one wins. Repeats
 * by the same person answer the same.
 */
export const decideWorkspaceClaim = (sql: Sql, request: ClaimDecision): Promise<ClaimDecided> =>
  inTransaction(sql, async (tx) => {
    const known = await findWorkspaceClaim(tx, request.claimId);
    if (!known) return { result: 'unknown' };
    await lockMembership(tx, known.workspaceId);
    await tx`select 1 from workspace_claims where id = ${known.id} for update`;
    const claim = await findWorkspaceClaim(tx, known.id);
    if (!claim) return { result: 'unknown' };
    const [user] = await tx`select 1 from users where id = ${request.person.userId} and email = ${claim.prospectEmail}`;
    if (!user) return { result: 'wrong_person' };
    if (claim.status !== 'pending') return decided(claim, request);
    if (request.decision === 'refuse') return refuse(tx, claim, request);
    if (claim.ownerId === null || !(await isClaimable(tx, claim.workspaceId, claim.ownerId)))
      return { result: 'over', end: 'withdrawn' };
    return accept(tx, { ...claim, ownerId: claim.ownerId }, request);
  });

/** It is decided: who decided the same way hears the same. */
function decided(claim: WorkspaceClaim, { person, decision }: ClaimDecision): ClaimDecided {
  const { status, workspaceId, workspaceSlug } = claim;
  const isTheirs = claim.decidedByUserId === person.userId;
  if (isTheirs && status === 'accepted' && decision === 'accept')
    return {
      result: 'accepted',
      workspaceId,
      workspaceSlug,
      removalId: null,
      seatId: null,
      mailIds: [],
      connections: [],
    };
  if (isTheirs && status === 'refused' && decision === 'refuse') return { result: 'refused', workspaceId };
  return { result: 'over', end: status === 'pending' ? 'withdrawn' : status };
}

const endRefused = (tx: Transaction, id: string, userId: string) => tx`
  update workspace_claims set status = 'refused', decided_by_user_id = ${userId}, ended_at = clock_timestamp() where id = ${id}`;

/** With the instant of the keys that end with it: by that, a dead key knows why (`endedByTakeOver`). */
const endAccepted = (tx: Transaction, id: string, { person, keepsAgentAs, now }: ClaimDecision) => tx`
  update workspace_claims set status = 'accepted', decided_by_user_id = ${person.userId}, ended_at = ${new Date(now)},
    keeps_agent = ${keepsAgentAs !== null} where id = ${id}`;

async function refuse(
  tx: Transaction,
  { id, workspaceId }: WorkspaceClaim,
  { person }: ClaimDecision,
): Promise<ClaimDecided> {
  await endRefused(tx, id, person.userId);
  const subject = { type: 'workspace_claim', id } as const;
  await logActivity(tx, { actor: null, workspaceId, source: 'system', action: 'workspace_claim.refused', subject });
  return { result: 'refused', workspaceId };
}

type Accepted = WorkspaceClaim & { readonly ownerId: string };

async function accept(tx: Transaction, claim: Accepted, request: ClaimDecision): Promise<ClaimDecided> {
  const { id, workspaceId, workspaceSlug, ownerId } = claim;
  const { person, now } = request;
  const seat = request.keepsAgentAs ? await roomForAgent(tx, claim, now) : null;
  if (seat && 'refused' in seat) return { result: 'no_seat', over: seat };
  const username = await makeOwner(tx, claim, person.userId);
  const by = { actor: { kind: 'session', userId: person.userId, username }, source: 'dashboard' } as const;
  if (seat)
    await keepAgent(tx, claim, {
      ...{ seatId: seat.seatId, userId: person.userId, by },
      role: request.keepsAgentAs ?? 'member',
    });
  // With the instant of the keys that end with it: first, so that the claims that end are the others.
  await endAccepted(tx, id, request);
  await lockLeaving(tx, { workspaceId, userId: ownerId }, person.userId);
  const reach = { kind: 'member', workspaceId, userId: ownerId, role: null } as const;
  await takeEventsBack(tx, { workspaceId, userId: ownerId });
  const ended = await endWaysOut(tx, { ending: 'takenOver', reach, by, at: new Date(now) });
  await noteOutcome(tx, id, { ended, kept: await keptByTakeOver(tx, { workspaceId, userId: ownerId }) });
  const removal = await beginRemovalIn(tx, {
    ...{
      id: uuidv7(),
      workspaceId,
      userId: ownerId,
      role: 'owner',
      source: 'dashboard',
      handOver: { to: person.userId },
    },
    by: { userId: person.userId, apiKeyId: null, agentSeatId: null },
  });
  await endUnclaimed(tx, workspaceId);
  const subject = { type: 'workspace', id: workspaceId } as const;
  const data = { from: claim.ownerEmail, keepsAgent: seat !== null };
  await logActivity(tx, { ...by, workspaceId, action: 'workspace.claimed', subject, data });
  const removalId = removal.result === 'begun' ? removal.removal.id : null;
  const connections = ended.calendars ?? [];
  const mailIds = await noteTakeOverMails(tx, claim);
  const seatId = seat?.seatId ?? null;
  return { result: 'accepted', workspaceId, workspaceSlug, removalId, seatId, mailIds, connections };
}

/** The seat that the agent has, or would get. */
async function roomForAgent(
  tx: Transaction,
  { workspaceId, keyId }: Accepted,
  now: number,
): Promise<{ readonly seatId: string } | OverPlanCap> {
  const [own] = await tx<{ id: string }[]>`select id from agent_seats where api_key_id = ${keyId}`;
  if (own) return { seatId: own.id };
  const { activeCount: used } = await countSeats(tx, workspaceId, now);
  return (await findOverCap(tx, workspaceId, { feature: 'agentSeats', used }, now)) ?? { seatId: uuidv7() };
}

/**
 * Makes the person the owner, and the former owner a member without access, even if the removal stops. A new owner gets the former owner's
 * name in links, so that links stay the same, and a copy of their hours; a member keeps their own. @returns the person's name in links
 */
async function makeOwner(tx: Transaction, { workspaceId, ownerId }: Accepted, userId: string): Promise<string> {
  const [former] = await tx<{ id: string; username: string }[]>`
    update memberships set role = 'member', leaving_at = clock_timestamp(), stays_closed = true
    where workspace_id = ${workspaceId} and user_id = ${ownerId} returning id, username`;
  if (!former) throw new Error('the owner of a claimed workspace went under its lock');
  const [member] = await tx<{ username: string }[]>`
    update memberships set role = 'owner', leaving_at = null, stays_closed = false where workspace_id = ${workspaceId} and user_id = ${userId} returning username`;
  if (member) return member.username;
  const [later] = slugCandidates(`former-${former.username}`.slice(0, 48), former.id.slice(-6)).slice(-1);
  await tx`update memberships set username = ${later ?? former.id.slice(-12)} where id = ${former.id}`;
  await tx`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${uuidv7()}, ${workspaceId}, ${userId}, ${former.username}, 'owner')`;
  await copyHours(tx, { workspaceId, from: ownerId, to: userId });
  return former.username;
}

/** The first schedule of a person, with its rules and dates, for another one. */
async function copyHours(
  tx: Transaction,
  { workspaceId, from, to }: { readonly workspaceId: string; readonly from: string; readonly to: string },
): Promise<void> {
  const copy = uuidv7();
  const [original] = await tx<{ id: string }[]>`
    select id from schedules where workspace_id = ${workspaceId} and user_id = ${from} order by created_at, id limit 1`;
  if (!original) return;
  await tx`
    insert into schedules (id, workspace_id, user_id, name, timezone)
    select ${copy}, workspace_id, ${to}, name, timezone from schedules where id = ${original.id}`;
  await tx`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${copy}, day_of_week, start_minute, end_minute from schedule_rules where schedule_id = ${original.id}`;
  await tx`
    insert into date_overrides (id, schedule_id, date, start_minute, end_minute)
    select gen_random_uuid(), ${copy}, date, start_minute, end_minute from date_overrides where schedule_id = ${original.id}`;
}

/**
 * The key that asked goes on as a seat of the new owner, below no key: it works with meetings, event types and hours, and with neither
 * members, keys nor bills. Its secret stays, so the agent notices nothing. Its former mailbox can no longer stop it; the new owner's can.
 */
async function keepAgent(
  tx: Transaction,
  { workspaceId, keyId, agentName, ownerEmail, clientIp }: Accepted,
  {
    seatId,
    userId,
    role,
    by,
  }: { readonly seatId: string; readonly userId: string; readonly role: AgentRole; readonly by: Doer },
): Promise<void> {
  const [key] = await tx<{ name: string }[]>`
    update api_keys set created_by_user_id = ${userId}, parent_key_id = null, origin = 'seat', role_cap = ${role}
    where id = ${keyId} returning name`;
  const name = agentName ?? key?.name ?? 'Agent';
  await tx`
    insert into agent_seats (id, workspace_id, display_name, agent_email, api_key_id, created_by_user_id, created_at)
    values (${seatId}, ${workspaceId}, ${name}, ${ownerEmail}, ${keyId}, ${userId}, clock_timestamp())
    on conflict (api_key_id) do update set created_by_user_id = excluded.created_by_user_id`;
  await forgetNotices(tx, keyId === null ? [seatId] : [keyId, seatId]);
  await noteNewAccess(tx, { kind: 'seat', id: seatId, userId, workspaceId, name, clientIp, isTest: false }, by);
  const subject = { type: 'agent_seat', id: seatId } as const;
  await logActivity(tx, { ...by, workspaceId, action: 'agent_seat.created', subject, data: { displayName: name } });
}

/** Whether the plan has a seat for the agent of a claim, as its page shows it. The decision counts again. */
export async function hasRoomForAgent(sql: Sql, { workspaceId, keyId }: WorkspaceClaim, now: number): Promise<boolean> {
  const own = await sql`select 1 from agent_seats where api_key_id = ${keyId}`;
  if (own.length > 0) return true;
  const { activeCount, cap } = await countSeats(sql, workspaceId, now);
  return activeCount < cap;
}
