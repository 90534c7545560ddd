import type { OutputOf } from '../../data/call.ts';
import type { Membership } from '../workspaces/choice.ts';

export type Team = OutputOf<'listTeams'>['teams'][number];
export type TeamMember = Team['members'][number];
export type Fairness = OutputOf<'getTeamFairness'>;

/** Teams are changed by managers and above; others look. */
export const mayManage = ({ role }: Membership): boolean => role === 'owner' || role === 'admin' || role === 'manager';

/** The numbers of a team are for its members, and for those who may change it. */
export const maySeeTurns = (workspace: Membership, team: Team, personId: string): boolean =>
  mayManage(workspace) || team.members.some(({ userId }) => userId === personId);

/** The name of the section of event types in a team's address. */
export const TEAM_EVENTS = 'event-types';
