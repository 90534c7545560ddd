import { type ByWidth, isWithin, networksAround } from '../client-networks.ts';
import { DAY_MS, HOUR_MS } from '../time/civil.ts';

/** A code that was sent. `network` is the one that requested it; null: not known. */
export interface IssuedCode {
  readonly network: string | null;
  readonly atMs: number;
}

interface Allowance {
  readonly windowMs: number;
  /** The maximum number of codes for the inbox. */
  readonly all: number;
  /** The maximum number that one network may request. It is less than `all`, so that no stranger uses up the codes of a guest. */
  readonly perNetwork: ByWidth;
  /** The number that a network which has proved the inbox can always request. */
  readonly perKnownNetwork: number;
}

const ALLOWANCES: readonly Allowance[] = [
  { windowMs: HOUR_MS, all: 10, perNetwork: { narrow: 5, wide: 6, widest: 8 }, perKnownNetwork: 3 },
  { windowMs: DAY_MS, all: 20, perNetwork: { narrow: 10, wide: 12, widest: 16 }, perKnownNetwork: 6 },
];

interface NextCode {
  readonly network: string;
  /** true if a correct code of this inbox was already entered from this network */
  readonly isKnown: boolean;
  /** true if a known network may use up all codes. Not for codes that an agent's inbox receives: these prove nothing about the guest. */
  readonly knownHasAll: boolean;
  readonly now: number;
}

export interface UsedUp {
  readonly limit: number;
  readonly waitMs: number;
}

/** Returns the allowance of an inbox that one more code would exceed, and for how long; null if none (docs/decisions/booking.md#codes-and-strangers). */
export function usedUpAllowance(issued: readonly IssuedCode[], next: NextCode): UsedUp | null {
  const exceeded = ALLOWANCES.flatMap((allowance) => exceededOf(allowance, issued, next));
  return exceeded.reduce<UsedUp | null>(
    (longest, one) => (longest && longest.waitMs >= one.waitMs ? longest : one),
    null,
  );
}

function exceededOf(
  { windowMs, all, perNetwork, perKnownNetwork }: Allowance,
  issued: readonly IssuedCode[],
  { network, isKnown, knownHasAll, now }: NextCode,
): UsedUp[] {
  const recent = issued.filter(({ atMs }) => atMs > now - windowMs);
  const usedUp = (codes: readonly IssuedCode[], limit: number): UsedUp[] => {
    const oldest = codes.map(({ atMs }) => atMs).toSorted((one, other) => one - other);
    const blocking = oldest[oldest.length - limit];
    return blocking === undefined ? [] : [{ limit, waitMs: blocking + windowMs - now }];
  };
  const requestedHere = recent.filter((code) => code.network === network);
  const overAll = isKnown && requestedHere.length < perKnownNetwork ? [] : usedUp(recent, all);
  if (isKnown && knownHasAll) return overAll;
  const within = networksAround(network).flatMap(({ name, width }) =>
    usedUp(
      recent.filter((code) => code.network !== null && isWithin(code.network, name)),
      perNetwork[width],
    ),
  );
  return [...overAll, ...within];
}
