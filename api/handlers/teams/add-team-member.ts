import type { teams } from '../../../schemas/operations/teams.ts';
import { putMember } from '../../../store/teams/teams.ts';
import { namingEveryId } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { invitationOf, notJoinedYet, teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

const add: Handler<typeof teams.addTeamMember> = async (context, { id, userId, weight, fixed }) => {
  const { sql, actor, caller, urls } = context;
  const request = { workspaceId: actor.workspaceId, teamId: id, userId, weight, fixed };
  const outcome = await putMember(sql, request, { actor, source: caller.source });
  const open = await invitationOf(sql, actor.workspaceId, outcome);
  if (open) throw notJoinedYet(open, 'userId');
  const team = resultOrThrow(outcome, teamError);
  return { team: toTeam(team, urls.publicUrl) };
};

export const addTeamMember: Handler<typeof teams.addTeamMember> = (context, input) =>
  namingEveryId(context, { id: { kind: 'team', id: input.id }, userId: { kind: 'person', id: input.userId } }, () =>
    add(context, input),
  );
