import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Person } from '../../domain/access/actor.ts';
import { slugCandidates, slugOf } from '../../domain/workspaces/names.ts';
import { logActivity } from '../activity.ts';
import { findOverCap } from '../billing/plan-room.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { lockMembership } from '../membership-lock.ts';
import { hoursZone } from '../person-zone.ts';
import { isDeletedWorkspace } from '../workspaces/locked-workspaces.ts';
import { readTimezone } from '../workspaces/workspace-defaults.ts';
import { type Mine, openForBookings } from '../workspaces/workspaces.ts';
import { countMembers } from './count-members.ts';
import { findInvitation, type Invitation } from './invitation-state.ts';
import { joinTeams, type TeamName, teamsOfMember } from './invited-teams.ts';

export type JoinOutcome =
  /** `skippedTeams`: of the invitation, and deleted meanwhile. */
  | {
      readonly result: 'joined';
      readonly workspace: Mine;
      readonly teams: readonly TeamName[];
      readonly skippedTeams: number;
    }
  | { readonly result: 'unknown' | 'wrong_person' | 'accepted' | 'revoked' | 'expired' | 'void' | 'full' | 'deleted' };

/**
 * Makes a person a member, as the invitation to their address says, if its sender may still give that role. A repeat changes nothing.
 * Locks the workspace before it looks: a change of the sender's role comes before or after.
 */
export const acceptInvitation = (
  sql: Sql,
  request: { readonly tokenHash: Buffer; readonly person: Person; readonly timezone: string | null },
): Promise<JoinOutcome> =>
  inTransaction(sql, async (tx) => {
    const { tokenHash, person, timezone } = request;
    const known = await findInvitation(tx, { tokenHash });
    if (!known) return { result: 'unknown' };
    await lockMembership(tx, known.workspaceId);
    await tx`select 1 from invitations where token_hash = ${tokenHash} for update`;
    const invitation = await findInvitation(tx, { tokenHash });
    if (!invitation) return { result: 'unknown' };
    const [user] = await tx<{ name: string; isInvited: boolean; timezone: string | null }[]>`
      select name, email = ${invitation.email} as "isInvited",
        ${hoursZone(tx, 'u.id')} as timezone
      from users u where id = ${person.userId}`;
    if (!user?.isInvited) return { result: 'wrong_person' };
    const membership = await mine(tx, invitation.workspaceId, person.userId);
    if (invitation.state !== 'open')
      return answered(tx, { ...invitation, state: invitation.state }, person, membership);
    if (await isDeletedWorkspace(tx, invitation.workspaceId)) return { result: 'deleted' };
    if (!membership && (await isFull(tx, invitation.workspaceId))) return { result: 'full' };
    await tx`
      update invitations set accepted_at = clock_timestamp(), accepted_by_user_id = ${person.userId}
      where id = ${invitation.id}`;
    const hours = {
      name: user.name,
      timezone: timezone ?? user.timezone ?? (await readTimezone(tx, invitation.workspaceId)),
    };
    const workspace = membership ?? (await join(tx, invitation, person, hours));
    const teams = await joinTeams(tx, invitation, sessionOf(invitation, person, workspace));
    return joined(workspace, invitation, teams);
  });

/** Other invitations keep no place from those who come first. */
async function isFull(tx: Transaction, workspaceId: string): Promise<boolean> {
  const used = await countMembers(tx, workspaceId);
  return (await findOverCap(tx, workspaceId, { feature: 'members', used }, await clockMs(tx))) !== null;
}

/** An invitation that is not open: the person who accepted it is a member and learns that, anybody else learns why not. */
async function answered(
  tx: Transaction,
  invitation: Invitation & { readonly state: Exclude<Invitation['state'], 'open'> },
  { userId }: Person,
  membership: Mine | undefined,
): Promise<JoinOutcome> {
  const isTheirs = invitation.state === 'accepted' && invitation.acceptedByUserId === userId;
  if (!isTheirs || !membership) return { result: invitation.state };
  return joined(membership, invitation, await teamsOfMember(tx, invitation, userId));
}

const joined = (workspace: Mine, { teamIds }: Invitation, teams: readonly TeamName[]): JoinOutcome => ({
  result: 'joined',
  workspace,
  teams,
  skippedTeams: new Set(teamIds).size - teams.length,
});

async function join(
  tx: Transaction,
  invitation: Invitation,
  person: Person,
  { name, timezone }: { readonly name: string; readonly timezone: string },
): Promise<Mine> {
  await addMember(tx, invitation, { id: person.userId, name }, timezone);
  const workspace = await mine(tx, invitation.workspaceId, person.userId);
  if (!workspace) throw new Error('a membership went in its own transaction');
  await noteJoining(tx, invitation, person, workspace);
  return workspace;
}

async function mine(tx: Transaction, workspaceId: string, userId: string): Promise<Mine | undefined> {
  const [row] = await tx<Mine[]>`
    select w.id, w.name, w.slug, m.role, m.username from memberships m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`;
  return row;
}

/** Adds a member with a free username, working hours and one event type, so that they can be booked. */
async function addMember(
  tx: Transaction,
  { workspaceId, role, invitedByKeyId }: Invitation,
  person: { readonly id: string; readonly name: string },
  timezone: string,
): Promise<void> {
  const id = uuidv7();
  for (const username of slugCandidates(slugOf(person.name, 'host'), id.slice(-6))) {
    const [made] = await tx`
      insert into memberships (id, workspace_id, user_id, username, role, invited_by_key_id)
      values (${id}, ${workspaceId}, ${person.id}, ${username}, ${role}, ${invitedByKeyId})
      on conflict (workspace_id, username) do nothing returning id`;
    if (!made) continue;
    if (role !== 'billing_only') await openForBookings(tx, workspaceId, { owner: person, timezone });
    return;
  }
  throw new Error('no username is free');
}

const sessionOf = ({ workspaceId }: Invitation, { userId, sessionId }: Person, { role, username }: Mine): Actor => ({
  ...{ kind: 'session', sessionId, userId, workspaceId, role, username, locked: false },
});

const noteJoining = (tx: Transaction, invitation: Invitation, person: Person, workspace: Mine) => {
  const { id: workspaceId, role, username } = workspace;
  return logActivity(tx, {
    actor: sessionOf(invitation, person, workspace),
    workspaceId,
    source: 'dashboard',
    action: 'member.joined',
    subject: { type: 'member', id: person.userId },
    data: { role, username, invitationId: invitation.id },
  });
};
