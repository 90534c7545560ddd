import type { z } from 'zod';
import type { teams } from '../../../../schemas/operations/teams.ts';

type MemberTurns = z.output<typeof teams.getTeamFairness.output>['members'][number];

/** A person's turns beside what their weight asks for. */
export interface Share extends MemberTurns {
  /** null: takes no turns (fixed), or has left */
  readonly expected: number | null;
}

/**
 * All turns, divided by the weights of those who take turns now. Of a team whose people or weights changed in the period it is a guide, not a
 * debt: turns count from when somebody joined.
 */
export function sharesOf(members: readonly MemberTurns[]): Share[] {
  const takesTurns = ({ weight, fixed }: MemberTurns): boolean => weight !== null && !fixed;
  const all = members.reduce((sum, { turns }) => sum + turns, 0);
  const weights = members.filter(takesTurns).reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  return members.map((member) => ({
    ...member,
    expected: takesTurns(member) ? Math.round(((all * (member.weight ?? 0)) / weights) * 10) / 10 : null,
  }));
}
