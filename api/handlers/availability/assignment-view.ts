import { turnSentence, turnsOf } from '../../../domain/teams/turn-sentence.ts';
import type { Assignment } from '../../../schemas/shapes/slot-explanation.ts';
import { readNames } from '../../../store/availability/explain-slot.ts';
import { readTurn } from '../../../store/booking/turns.ts';
import type { Queryable } from '../../../store/database.ts';

/** Why a round robin chose the host of a meeting; null: no round robin. */
export async function assignmentOf(sql: Queryable, bookingId: string): Promise<Assignment | null> {
  const turn = await readTurn(sql, bookingId);
  if (!turn) return null;
  const { candidates, more } = turn.reason;
  const names = await readNames(sql, [turn.userId, ...candidates.map(({ userId }) => userId)]);
  const nameOf = (userId: string): string => names.get(userId) ?? 'a former member';
  return {
    sentence: turnSentence({ candidates, nameOf, hostId: turn.userId }),
    decidedAt: turn.createdAt.toISOString(),
    hostUserId: turn.userId,
    candidates: candidates.map((candidate) => ({
      userId: candidate.userId,
      name: nameOf(candidate.userId),
      state: candidate.state,
      weight: candidate.weight,
      turns: turnsOf(candidate),
      level: Math.round(candidate.level * 1_000) / 1_000,
      lastAssignedAt: candidate.lastAssignedAt,
    })),
    moreCandidates: more,
  };
}
