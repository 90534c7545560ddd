import { zoneSpelled } from '../../../schemas/shapes/zone-names.ts';
import type { ZoneGroup } from '../../../web/parts/zone-form.tsx';
import { todaysName } from '../../../web/picker/zone-names.ts';
import type { Visit } from '../shell/visit.ts';

const knownZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/'))
    .map(todaysName),
].toSorted();

/** A zone by its current name; undefined if it is unknown. */
export const knownZone = (text: string | undefined): string | undefined => {
  const zone = text && zoneSpelled(text);
  return zone ? todaysName(zone) : undefined;
};

/** The guest's chosen zone, from the query or the form; undefined if it is unknown. All links and forms pass it on. */
export const chosenZone = (visit: Visit): string | undefined =>
  knownZone(visit.query('timezone')) ?? knownZone(visit.field('timezone'));

/** All zones by region, for a menu. The current zone is always among them, under the name in use. */
export const zoneGroups = (current: string): readonly ZoneGroup[] =>
  knownZones.includes(current) ? knownGroups : grouped([current, ...knownZones]);

function grouped(zones: readonly string[]): ZoneGroup[] {
  const regions = new Map<string, { value: string; label: string }[]>();
  for (const value of zones) {
    const slash = value.indexOf('/');
    const region = slash < 0 ? '' : value.slice(0, slash);
    const label = value.slice(slash + 1).replaceAll('_', ' ');
    const inRegion = regions.get(region) ?? [];
    inRegion.push({ value, label });
    regions.set(region, inRegion);
  }
  return [...regions].map(([region, inRegion]) => ({ region, zones: inRegion }));
}

const knownGroups = grouped(knownZones);
