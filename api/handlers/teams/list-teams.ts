import type { teams } from '../../../schemas/operations/teams.ts';
import { listTeams as list } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { toTeam } from './team-view.ts';

const LIST = 'teams';

export const listTeams: Handler<typeof teams.listTeams> = async ({ sql, actor, urls }, { limit, cursor }) => {
  const after = readCursor([LIST], cursor);
  const rows = await list(sql, { workspaceId: actor.workspaceId, after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => LIST);
  return { teams: page.map((team) => toTeam(team, urls.publicUrl)), nextCursor };
};
