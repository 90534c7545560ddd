import { reachOf } from '../../../domain/members/member-reach.ts';
import { assignmentSentence } from '../../../domain/teams/round-robin.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { teams } from '../../../schemas/operations/teams.ts';
import { readNames } from '../../../store/availability/explain-slot.ts';
import {
  countAssignments,
  hasTeam,
  isInTeam,
  type LastAssignment,
  readLastAssignments,
} from '../../../store/teams/fairness.ts';
import { requireAccess } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchTeam } from './refusals.ts';

const MAX_LISTED = 10;

/** Managers and above read about every team, members about their own. */
export const getTeamFairness: Handler<typeof teams.getTeamFairness> = async ({ sql, actor, now }, { id, days }) => {
  const team = { workspaceId: actor.workspaceId, teamId: id };
  if (!(await hasTeam(sql, team))) throw noSuchTeam();
  if (!(await isInTeam(sql, id, actor.userId))) requireAccess(actor, null, 'teams');
  // Whole days, so that a repeated call says the same.
  const sinceMs = (Math.floor(now / DAY_MS) - days) * DAY_MS;
  const [members, latest] = await Promise.all([
    countAssignments(sql, team, sinceMs),
    readLastAssignments(sql, team, MAX_LISTED),
  ]);
  const people = latest.flatMap(({ userId, reason }) => [userId, ...reason.candidates.map((one) => one.userId)]);
  const names = await readNames(sql, [...new Set(people)]);
  const reach = reachOf(actor);
  return {
    fromAt: new Date(sinceMs).toISOString(),
    turns: members.reduce((sum, { turns }) => sum + turns, 0),
    members,
    latest: latest.map((one) => toLastAssignment(one, names, reach === null || reach === one.userId)),
  };
};

type LastAssignmentView = Output<typeof teams.getTeamFairness>['latest'][number];

function toLastAssignment(
  assignment: LastAssignment,
  names: ReadonlyMap<string, string>,
  isVisible: boolean,
): LastAssignmentView {
  const nameOf = (userId: string): string => names.get(userId) ?? 'a former member';
  const { bookingId, eventTypeId, eventTypeName, userId, status, startAt, createdAt, reason } = assignment;
  return {
    bookingId: isVisible ? bookingId : null,
    eventType: { id: eventTypeId, name: eventTypeName },
    startAt: startAt.toISOString(),
    status,
    hostUserId: userId,
    hostName: nameOf(userId),
    decidedAt: createdAt.toISOString(),
    sentence: assignmentSentence({ candidates: reason.candidates, nameOf, hostId: userId }),
  };
}
