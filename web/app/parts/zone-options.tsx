import { cityAndRegion, friendlyName, plainZone } from '../../../domain/time/zone-words.ts';
import { zoneOptionsWords as say } from '../../../texts/en/dashboard/parts.ts';
import { todaysName } from '../../picker/zone-names.ts';
import { offsetAt, offsetWords } from '../../picker/zone-search.ts';
import { pageLocale } from '../booking/page-locale.ts';

/** "Berlin (UTC+1) – Central European Time". Names take a slow phone milliseconds each: only likely ones have them. */
function fullLabel(zone: string): string {
  const { city } = cityAndRegion(plainZone(zone));
  const now = Date.now();
  const name = friendlyName(zone, pageLocale().tag, now);
  const offset = offsetAt(now, zone);
  const isMore = name !== null && name !== city;
  return `${city}${offset === null ? '' : ` (${offsetWords(offset)})`}${isMore ? ` – ${name}` : ''}`;
}

/** "Buenos Aires (America/Argentina)": the city is first, for who types its beginning. */
function shortLabel(zone: string): string {
  const { city, region } = cityAndRegion(plainZone(zone));
  const [first = '', ...more] = region.split('/');
  return region === '' ? city : `${city} (${[say.regions[first] ?? first, ...more].join('/')})`;
}

let all: readonly { readonly zone: string; readonly label: string }[] | null = null;

/** Every zone that the browser knows, by city. */
function everyZone() {
  all ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(todaysName)])]
    .map((zone) => ({ zone, label: shortLabel(zone) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return all;
}

interface ZoneOptionsProps {
  /** stays a choice also if the browser does not list it */
  readonly chosen: string;
  /** the workspace's, where it is known */
  readonly usual?: string | null;
}

/** The choices of a field for a zone: the likely ones, then all by city. */
export function ZoneOptions({ chosen, usual = null }: ZoneOptionsProps) {
  const here = todaysName(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const likely = [...new Set([chosen, here, ...(usual === null ? [] : [usual])])];
  return (
    <>
      <optgroup label={say.likely}>
        {likely.map((zone) => (
          <option key={zone} value={zone}>
            {fullLabel(zone)}
          </option>
        ))}
      </optgroup>
      <optgroup label={say.all}>
        {everyZone()
          .filter(({ zone }) => !likely.includes(zone))
          .map(({ zone, label }) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
      </optgroup>
    </>
  );
}
