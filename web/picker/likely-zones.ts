import { ZONE_ALIASES } from './zone-aliases.ts';
import type { ZoneEntry } from './zone-search.ts';

const regionOf = (zone: string): string => zone.slice(0, zone.indexOf('/'));

/** The likely ones, then well-known cities of the current region by how near their clock is, then UTC and other well-known cities. */
export function likelyFirst(zones: readonly ZoneEntry[], likely: readonly string[]): readonly ZoneEntry[] {
  const [current = 'UTC'] = likely;
  const offset = zones.find(({ value }) => value === current)?.offsetMinutes ?? 0;
  const placeOf = (zone: ZoneEntry): readonly [number, number] => {
    const { value, offsetMinutes } = zone;
    if (likely.includes(value)) return [0, likely.indexOf(value)];
    if (!(value in ZONE_ALIASES)) return [4, 0];
    if (value === 'UTC') return [2, 0];
    return regionOf(value) === regionOf(current) ? [1, Math.abs((offsetMinutes ?? 0) - offset)] : [3, 0];
  };
  return zones
    .map((zone) => ({ zone, place: placeOf(zone) }))
    .toSorted(({ place: one }, { place: other }) => one[0] - other[0] || one[1] - other[1])
    .map(({ zone }) => zone);
}
