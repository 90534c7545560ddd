import { v7 as uuidv7 } from 'uuid';
import type { Place, Samples } from './sample.ts';

/** A team of ours with the owner in it. */
const ofOurs = async ({ stack: { sql }, team: { workspaceId, members } }: Place) => {
  const id = uuidv7();
  await sql`
    insert into teams (id, workspace_id, slug, name, timezone) values (${id}, ${workspaceId}, ${`t-${id}`}, 'Sample', 'UTC')`;
  await sql`
    insert into team_members (team_id, workspace_id, user_id) values (${id}, ${workspaceId}, ${members.owner.userId})`;
  return { id };
};

/** Members read about teams of their own. */
const withPeople = async (place: Place) => {
  const { id } = await ofOurs(place);
  const { workspaceId, members } = place.team;
  await place.stack.sql`
    insert into team_members (team_id, workspace_id, user_id) values (${id}, ${workspaceId}, ${members.member.userId})`;
  return { id };
};

const withOwner = async (place: Place) => ({ ...(await ofOurs(place)), userId: place.team.members.owner.userId });

const badMember = { id: 'mine', userId: 'me', weight: 0, fixed: 'no' };

export const teamSamples: Samples = {
  'teams.listTeams': { good: () => ({ limit: 2 }), bad: { limit: 0, cursor: 'nonsense' } },
  'teams.getTeamFairness': {
    good: async (place) => ({ ...(await withPeople(place)), days: 30 }),
    bad: { id: 'mine', days: 0 },
    missing: { id: uuidv7() },
  },
  'teams.createTeam': {
    good: () => ({ name: 'Sample', slug: `t-${uuidv7()}`, timezone: 'Europe/Berlin' }),
    eachAnew: true,
    bad: { name: '', slug: 'A B', timezone: 'Mars/Base' },
  },
  'teams.updateTeam': {
    good: async (place) => ({ ...(await ofOurs(place)), name: 'Renamed' }),
    bad: { id: 'mine', name: '', slug: '-', timezone: 'Mars/Base' },
    missing: { id: uuidv7(), name: 'Renamed' },
  },
  'teams.deleteTeam': { good: ofOurs, bad: { id: 'mine' }, missing: { id: uuidv7() } },
  'teams.addTeamMember': {
    good: async (place) => ({ ...(await withOwner(place)), weight: 2 }),
    bad: badMember,
    missing: { id: uuidv7(), userId: uuidv7() },
  },
  'teams.removeTeamMember': { good: withOwner, bad: badMember, missing: { id: uuidv7(), userId: uuidv7() } },
};
