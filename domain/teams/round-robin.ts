/** One member's position in a round robin's choice. */
interface AssignmentCandidate {
  readonly userId: string;
  readonly weight: number;
  readonly assigned: number;
  readonly credit: number;
  /** chosen; free, but later in order; or the reason why they could not meet */
  readonly state: string;
}

const SKIP_REASONS: Readonly<Record<string, string>> = {
  not_a_slot: 'was outside their hours',
  time_off: 'had time off',
  taken: 'was taken',
  limit_reached: 'had reached the limit of meetings',
};

/** Returns a member's assignments, with credit for the time before they joined, to two decimals. */
export const assignmentsOf = ({ assigned, credit }: Pick<AssignmentCandidate, 'assigned' | 'credit'>): number =>
  Math.round((assigned + credit) * 100) / 100;

const shareInWords = (candidate: AssignmentCandidate): string => {
  const assignments = assignmentsOf(candidate);
  return `${assignments} ${assignments === 1 ? 'meeting' : 'meetings'} for weight ${candidate.weight}`;
};

interface AssignmentReason {
  readonly candidates: readonly AssignmentCandidate[];
  readonly nameOf: (userId: string) => string;
  readonly hostId: string;
}

/** Explains a round robin's choice, from the reason that was stored with it. */
export function assignmentSentence({ candidates, nameOf, hostId }: AssignmentReason): string {
  const at = candidates.findIndex(({ state }) => state === 'chosen');
  const chosen = candidates[at];
  if (!chosen) return `${nameOf(hostId)} hosts it; the first choice is no longer known.`;
  const skipped = candidates
    .slice(0, at)
    .map(({ userId, state }) => `${nameOf(userId)} ${SKIP_REASONS[state] ?? 'could not'}`);
  const ahead = skipped.length > 0 ? ` Ahead in order, but not free: ${skipped.join('; ')}.` : '';
  const moved = chosen.userId === hostId ? '' : ` It was later handed over to ${nameOf(hostId)}.`;
  return `${nameOf(chosen.userId)} was next in order of those who were free, with ${shareInWords(chosen)} before it.${ahead}${moved}`;
}

/** A member's share of the meetings of one event. */
export interface Share {
  readonly userId: string;
  /** the share of meetings, relative to weight 1 */
  readonly weight: number;
  readonly assigned: number;
  /** assignments credited for the time before they joined */
  readonly credit: number;
  /** null: never */
  readonly lastAssignedMs: number | null;
}

/** A member's stored share; null: none yet. */
export type StoredShare = Omit<Share, 'assigned' | 'credit' | 'lastAssignedMs'> & {
  readonly stored: Pick<Share, 'assigned' | 'credit' | 'lastAssignedMs'> | null;
};

/** Returns a member's assignments divided by weight. The member with the lowest level is next. */
export const levelOf = ({ assigned, credit, weight }: Share): number => (assigned + credit) / weight;

/**
 * Returns the shares of all members. A new member starts at the team's level (all assignments divided by all weights), so as not to get all
 * the next meetings. The first members start at zero.
 */
export function withNewcomers(members: readonly StoredShare[]): Share[] {
  const known = members.flatMap(({ stored, ...member }) => (stored ? [{ ...member, ...stored }] : []));
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  const assignments = known.reduce((sum, { assigned, credit }) => sum + assigned + credit, 0);
  const level = weights === 0 ? 0 : assignments / weights;
  return members.map(({ stored, ...member }) => ({
    ...member,
    ...(stored ?? { assigned: 0, credit: level * member.weight, lastAssignedMs: null }),
  }));
}

/** Levels that differ by less count as equal, since credits are fractions. */
const SAME_LEVEL = 1e-9;

/** Sorts members by who is next: the lowest level, then the least recently assigned, then by id. */
export const sortByNext = <T extends Share>(shares: readonly T[]): T[] =>
  shares.toSorted((one, other) => {
    const difference = levelOf(one) - levelOf(other);
    if (Math.abs(difference) > SAME_LEVEL) return difference;
    const recency = (one.lastAssignedMs ?? 0) - (other.lastAssignedMs ?? 0);
    return recency || (one.userId < other.userId ? -1 : Number(one.userId > other.userId));
  });
