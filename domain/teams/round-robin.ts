/** A member's turns with one event. */
export interface Share {
  readonly userId: string;
  /** turns, relative to weight 1 */
  readonly weight: number;
  readonly assigned: number;
  /** turns credited for the time before they joined */
  readonly credit: number;
  /** null: never */
  readonly lastAssignedMs: number | null;
}

/** A member's known turns; null: none yet. */
export type KnownShare = Omit<Share, 'assigned' | 'credit' | 'lastAssignedMs'> & {
  readonly turns: Pick<Share, 'assigned' | 'credit' | 'lastAssignedMs'> | null;
};

/** Turns divided by weight: the lowest is next. */
export const levelOf = ({ assigned, credit, weight }: Share): number => (assigned + credit) / weight;

/**
 * Members with their turns. A new member starts at the team's level (all turns over all weights), so as not to get all the
 * next meetings. The first ever start at zero.
 */
export function withNewcomers(members: readonly KnownShare[]): Share[] {
  const known = members.flatMap(({ turns, ...member }) => (turns ? [{ ...member, ...turns }] : []));
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  const turnsInAll = known.reduce((sum, { assigned, credit }) => sum + assigned + credit, 0);
  const level = weights === 0 ? 0 : turnsInAll / weights;
  return members.map(({ turns, ...member }) => ({
    ...member,
    ...(turns ?? { assigned: 0, credit: level * member.weight, lastAssignedMs: null }),
  }));
}

/** Levels that differ by less are equal: credits are fractions. */
const SAME_LEVEL = 1e-9;

/** The order of turns: the lowest level, then the least recently booked, then by id. */
export const inTurn = <T extends Share>(shares: readonly T[]): T[] =>
  shares.toSorted((one, other) => {
    const difference = levelOf(one) - levelOf(other);
    if (Math.abs(difference) > SAME_LEVEL) return difference;
    const recency = (one.lastAssignedMs ?? 0) - (other.lastAssignedMs ?? 0);
    return recency || (one.userId < other.userId ? -1 : Number(one.userId > other.userId));
  });
