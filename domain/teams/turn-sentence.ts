/** One member's place in a round robin's choice. */
export interface TurnCandidate {
  readonly userId: string;
  readonly weight: number;
  readonly assigned: number;
  readonly credit: number;
  /** chosen; free, but later in order; or why they could not meet */
  readonly state: string;
}

const KEPT_FROM_IT: Readonly<Record<string, string>> = {
  not_a_slot: 'was outside their hours',
  time_off: 'had time off',
  taken: 'was taken',
  limit_reached: 'had reached the limit of meetings',
};

/** Turns taken, with credit for the time before they joined. */
export const turnsOf = ({ assigned, credit }: Pick<TurnCandidate, 'assigned' | 'credit'>): number =>
  Math.round((assigned + credit) * 100) / 100;

const share = (candidate: TurnCandidate): string =>
  `${turnsOf(candidate)} ${turnsOf(candidate) === 1 ? 'turn' : 'turns'} for weight ${candidate.weight}`;

interface Named {
  readonly candidates: readonly TurnCandidate[];
  readonly nameOf: (userId: string) => string;
  readonly hostId: string;
}

/** Explains a round robin's choice, from the reason stored then. */
export function turnSentence({ candidates, nameOf, hostId }: Named): string {
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
