import { type ByWidth, isWithin, networksAround } from '../client-networks.ts';
import { DAY_MS, HOUR_MS } from '../time/civil.ts';

/** A code that was sent: from which network it was requested (null: not known), and when. */
export interface IssuedCode {
  readonly network: string | null;
  readonly atMs: number;
}

interface Allowance {
  readonly windowMs: number;
  /** All codes of the inbox. */
  readonly all: number;
  /** Of these, requested from one network: below `all`, so that no stranger uses up the codes of a guest. */
  readonly ofNetwork: ByWidth;
  /** A network that has proved the inbox always has these, however many others asked for. */
  readonly ofKnown: number;
}

const ALLOWANCES: readonly Allowance[] = [
  { windowMs: HOUR_MS, all: 10, ofNetwork: { narrow: 5, wide: 6, widest: 8 }, ofKnown: 3 },
  { windowMs: DAY_MS, all: 20, ofNetwork: { narrow: 10, wide: 12, widest: 16 }, ofKnown: 6 },
];

interface NextCode {
  readonly network: string;
  /** A right code to this inbox was entered from this network before. */
  readonly isKnown: boolean;
  /** Whether a known network may use up all of them. Not for a guest's codes to agents: these prove nothing about the guest. */
  readonly knownHasAll: boolean;
  readonly now: number;
}

export interface UsedUp {
  readonly limit: number;
  readonly waitMs: number;
}

/** Which allowance of an inbox one more code would exceed, and for how long; null: none (docs/decisions/booking.md#codes-and-strangers). */
export function usedUpAllowance(issued: readonly IssuedCode[], next: NextCode): UsedUp | null {
  const exceeded = ALLOWANCES.flatMap((allowance) => exceededOf(allowance, issued, next));
  return exceeded.reduce<UsedUp | null>((most, one) => (most && most.waitMs >= one.waitMs ? most : one), null);
}

function exceededOf(
  { windowMs, all, ofNetwork, ofKnown }: Allowance,
  issued: readonly IssuedCode[],
  { network, isKnown, knownHasAll, now }: NextCode,
): UsedUp[] {
  const recent = issued.filter(({ atMs }) => atMs > now - windowMs);
  const usedUp = (codes: readonly IssuedCode[], limit: number): UsedUp[] => {
    const oldest = codes.map(({ atMs }) => atMs).toSorted((one, other) => one - other);
    const frees = oldest[oldest.length - limit];
    return frees === undefined ? [] : [{ limit, waitMs: frees + windowMs - now }];
  };
  const own = recent.filter((code) => code.network === network);
  const overAll = isKnown && own.length < ofKnown ? [] : usedUp(recent, all);
  if (isKnown && knownHasAll) return overAll;
  const within = networksAround(network).flatMap(({ name, width }) =>
    usedUp(
      recent.filter((code) => code.network !== null && isWithin(code.network, name)),
      ofNetwork[width],
    ),
  );
  return [...overAll, ...within];
}
