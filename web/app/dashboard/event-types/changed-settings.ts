const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Placed {
  readonly locationType?: unknown;
  readonly locationDetail?: unknown;
}

/**
 * Only what differs: what another person changed meanwhile in the same group stays. Of limits and rules, each by itself.
 *
 * @param event as it is
 * @param wanted settings as typed
 */
export function changedSettings<P extends object>(event: object, wanted: P): P {
  const now = event as Readonly<Record<string, unknown>>;
  const changed = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'limits' || name === 'bookingPolicy') {
      const parts = partsOf(now[name] as object, value as object);
      return Object.keys(parts).length === 0 ? [] : [[name, parts]];
    }
    return isSame(now[name], value) ? [] : [[name, value]];
  });
  // Parts of what was given: nothing else is in it.
  const patch = Object.fromEntries(changed) as Partial<P> as P;
  // Another place drops the old detail, also if the same words are typed again.
  const { locationDetail }: Placed = wanted;
  const { locationType }: Placed = patch;
  return locationType && locationDetail !== undefined ? { ...patch, locationDetail } : patch;
}

const partsOf = (now: object, wanted: object): object =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isSame((now as Record<string, unknown>)[name], value)),
  );
