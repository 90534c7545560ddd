import type { Actor } from '../../domain/access/actor.ts';
import { logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';

export interface TeamName {
  readonly id: string;
  readonly name: string;
}

/** The teams of an invitation that still exist, by name, as a column of a query of `invitations`. */
export const teamsOfInvitation = (sql: Queryable) => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]')
    from teams t where t.id = any(team_ids) and t.archived_at is null)`;

/** The first of these ids that is no team of the workspace; undefined: all are. */
export async function findUnknownTeam(
  sql: Queryable,
  workspaceId: string,
  teamIds: readonly string[],
): Promise<string | undefined> {
  const known = await existing(sql, workspaceId, teamIds);
  return teamIds.find((id) => !known.some((team) => team.id === id));
}

const existing = (sql: Queryable, workspaceId: string, teamIds: readonly string[]) => sql<TeamName[]>`
  select id, name from teams
  where workspace_id = ${workspaceId} and id = any(${[...teamIds]}::uuid[]) and archived_at is null order by name, id`;

/**
 * Adds a new member to the teams of their invitation, as `add_team_member` does. Locks as changes of teams do: event types first.
 * @returns the teams that they are in now; one that was deleted meanwhile is left out
 */
export async function joinTeams(
  tx: Transaction,
  {
    id,
    workspaceId,
    teamIds,
  }: { readonly id: string; readonly workspaceId: string; readonly teamIds: readonly string[] },
  actor: Actor,
): Promise<TeamName[]> {
  if (teamIds.length === 0) return [];
  const any = tx`any(${[...teamIds]}::uuid[])`;
  await tx`select 1 from event_types where team_id = ${any} and workspace_id = ${workspaceId} order by id for no key update`;
  await tx`select 1 from teams where id = ${any} and workspace_id = ${workspaceId} order by id for no key update`;
  const teams = await existing(tx, workspaceId, teamIds);
  for (const team of teams) {
    const member = { team_id: team.id, workspace_id: workspaceId, user_id: actor.userId, weight: 1, fixed: false };
    const [added] =
      await tx`insert into team_members ${tx(member)} on conflict (team_id, user_id) do nothing returning 1`;
    if (!added) continue;
    const subject = { type: 'team', id: team.id } as const;
    const data = { userId: actor.userId, weight: 1, fixed: false, invitationId: id };
    await logActivity(tx, { actor, source: 'dashboard', workspaceId, action: 'team.member_added', subject, data });
  }
  return teams;
}

/** The teams of an accepted invitation that its person is in. */
export const teamsOfMember = (
  sql: Queryable,
  { workspaceId, teamIds }: { readonly workspaceId: string; readonly teamIds: readonly string[] },
  userId: string,
): Promise<TeamName[]> => sql<TeamName[]>`
  select t.id, t.name from teams t join team_members m on m.team_id = t.id and m.user_id = ${userId}
  where t.workspace_id = ${workspaceId} and t.id = any(${[...teamIds]}::uuid[]) and t.archived_at is null order by t.name, t.id`;
