import type { Assignment } from '../../../schemas/shapes/slot-explanation.ts';
import { readNames } from '../../../store/availability/explain-slot.ts';
import { type Candidate, readTurn } from '../../../store/booking/turns.ts';
import type { Queryable } from '../../../store/database.ts';

const KEPT_FROM_IT: Readonly<Record<string, string>> = {
  not_a_slot: 'was outside their hours',
  time_off: 'had time off',
  taken: 'was taken',
  limit_reached: 'had reached the limit of meetings',
};

const turnsOf = ({ assigned, credit }: Candidate): number => Math.round((assigned + credit) * 100) / 100;

const share = (candidate: Candidate): string =>
  `${turnsOf(candidate)} ${turnsOf(candidate) === 1 ? 'turn' : 'turns'} for weight ${candidate.weight}`;

interface Named {
  readonly candidates: readonly Candidate[];
  readonly nameOf: (userId: string) => string;
  readonly hostId: string;
}

/** Explains a round robin's choice, from the reason stored then. */
export function sentenceOf({ candidates, nameOf, hostId }: Named): string {
  const at = candidates.findIndex(({ state }) => state === 'chosen');
  const chosen = candidates[at];
  if (!chosen) return `It is with ${nameOf(hostId)}; the first choice is no longer known.`;
  const skipped = candidates
    .slice(0, at)
    .map(({ userId, state }) => `${nameOf(userId)} ${KEPT_FROM_IT[state] ?? 'could not'}`);
  const ahead = skipped.length > 0 ? ` Ahead in turn, but not free: ${skipped.join('; ')}.` : '';
  const moved = chosen.userId === hostId ? '' : ` It was handed over to ${nameOf(hostId)} since.`;
  return `It was ${nameOf(chosen.userId)}’s turn, the first in order of those who were free, with ${share(chosen)} before it.${ahead}${moved}`;
}

/** Why a round robin chose the host of a meeting; null: no round robin. */
export async function assignmentOf(sql: Queryable, bookingId: string): Promise<Assignment | null> {
  const turn = await readTurn(sql, bookingId);
  if (!turn) return null;
  const { candidates, more } = turn.reason;
  const names = await readNames(sql, [turn.userId, ...candidates.map(({ userId }) => userId)]);
  const nameOf = (userId: string): string => names.get(userId) ?? 'a former member';
  return {
    sentence: sentenceOf({ candidates, nameOf, hostId: turn.userId }),
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
