import { reachOf } from '../../../domain/members/member-reach.ts';
import { turnSentence } from '../../../domain/teams/turn-sentence.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { teams } from '../../../schemas/operations/teams.ts';
import { readNames } from '../../../store/availability/explain-slot.ts';
import { countTurns, hasTeam, isInTeam, type LastTurn, readLastTurns } from '../../../store/teams/fairness.ts';
import { requireAccess } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchTeam } from './refusals.ts';

const LAST_TURNS = 10;

/** Managers and above read about every team, members about their own. */
export const getTeamFairness: Handler<typeof teams.getTeamFairness> = async ({ sql, actor, now }, { id, days }) => {
  const team = { workspaceId: actor.workspaceId, teamId: id };
  if (!(await hasTeam(sql, team))) throw noSuchTeam();
  if (!(await isInTeam(sql, id, actor.userId))) requireAccess(actor, null, 'teams');
  // Whole days, so that a repeated call says the same.
  const sinceMs = (Math.floor(now / DAY_MS) - days) * DAY_MS;
  const [members, latest] = await Promise.all([countTurns(sql, team, sinceMs), readLastTurns(sql, team, LAST_TURNS)]);
  const people = latest.flatMap(({ userId, reason }) => [userId, ...reason.candidates.map((one) => one.userId)]);
  const names = await readNames(sql, [...new Set(people)]);
  const reach = reachOf(actor);
  return {
    fromAt: new Date(sinceMs).toISOString(),
    turns: members.reduce((sum, { turns }) => sum + turns, 0),
    members,
    latest: latest.map((turn) => toLastTurn(turn, names, reach === null || reach === turn.userId)),
  };
};

type LastTurnView = Output<typeof teams.getTeamFairness>['latest'][number];

function toLastTurn(turn: LastTurn, names: ReadonlyMap<string, string>, isVisible: boolean): LastTurnView {
  const nameOf = (userId: string): string => names.get(userId) ?? 'a former member';
  const { bookingId, eventTypeId, eventTypeName, userId, status, startAt, createdAt, reason } = turn;
  return {
    bookingId: isVisible ? bookingId : null,
    eventType: { id: eventTypeId, name: eventTypeName },
    startAt: startAt.toISOString(),
    status,
    hostUserId: userId,
    hostName: nameOf(userId),
    decidedAt: createdAt.toISOString(),
    sentence: turnSentence({ candidates: reason.candidates, nameOf, hostId: userId }),
  };
}
