import { ZoneTitles } from './zone-titles.ts';

/**
 * Abbreviations mean several places, and Intl picks one of them in silence: BST is Dhaka to it, AST is Alaska, EST has no summer time. The
 * zones that people mean by each, the most likely first (docs/decisions/api.md#times-and-zones).
 */
const MEANT_BY: Readonly<Record<string, string>> = {
  ACT: 'Australia/Darwin or America/Rio_Branco',
  ACST: 'Australia/Adelaide or Australia/Darwin',
  ADT: 'America/Halifax',
  AEDT: 'Australia/Sydney',
  AEST: 'Australia/Sydney or Australia/Brisbane',
  AET: 'Australia/Sydney or Australia/Brisbane',
  AGT: 'America/Argentina/Buenos_Aires',
  ART: 'America/Argentina/Buenos_Aires or Africa/Cairo',
  AST: 'America/Halifax, America/Puerto_Rico, Asia/Riyadh or America/Anchorage',
  AWST: 'Australia/Perth',
  BET: 'America/Sao_Paulo',
  BRT: 'America/Sao_Paulo',
  BST: 'Europe/London or Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CDT: 'America/Chicago or America/Havana',
  CEST: 'Europe/Berlin or Europe/Paris',
  CNT: 'America/St_Johns',
  CST: 'America/Chicago, Asia/Shanghai or America/Havana',
  CT: 'America/Chicago',
  CTT: 'Asia/Shanghai',
  EAT: 'Africa/Nairobi',
  ECT: 'America/Guayaquil or Europe/Paris',
  EDT: 'America/New_York',
  EEST: 'Europe/Athens or Europe/Helsinki',
  EST: 'America/New_York or America/Panama',
  ET: 'America/New_York',
  HKT: 'Asia/Hong_Kong',
  HST: 'Pacific/Honolulu',
  IET: 'America/Indiana/Indianapolis',
  IST: 'Asia/Kolkata, Asia/Jerusalem or Europe/Dublin',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  MDT: 'America/Denver',
  MIT: 'Pacific/Apia or Pacific/Marquesas',
  MSK: 'Europe/Moscow',
  MST: 'America/Denver or America/Phoenix',
  MT: 'America/Denver',
  NET: 'Asia/Yerevan',
  NST: 'America/St_Johns or Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
  NZST: 'Pacific/Auckland',
  PDT: 'America/Los_Angeles',
  PKT: 'Asia/Karachi',
  PLT: 'Asia/Karachi',
  PNT: 'America/Phoenix',
  PRT: 'America/Puerto_Rico',
  PST: 'America/Los_Angeles or Asia/Manila',
  PT: 'America/Los_Angeles',
  SGT: 'Asia/Singapore',
  SST: 'Pacific/Pago_Pago or Pacific/Guadalcanal',
  VST: 'Asia/Ho_Chi_Minh',
  WEST: 'Europe/Lisbon',
};

const zonesIn = (words: string): string[] => words.split(/, | or /);

/** Of the table above: few zones share a title among them. */
const titles = new ZoneTitles([...new Set(Object.values(MEANT_BY).flatMap(zonesIn))]);

const meantBy = (name: string): string | undefined =>
  name.length <= 4 && Object.hasOwn(MEANT_BY, name.toUpperCase()) ? MEANT_BY[name.toUpperCase()] : undefined;

/** Links whose letter case follows no rule. Intl names the zones they lead to alone. */
const ODD_LINKS = [
  ...[
    'Cuba',
    'Eire',
    'Iran',
    'Zulu',
    'GB-Eire',
    'NZ-CHAT',
    'Australia/ACT',
    'Australia/LHI',
    'Australia/NSW',
    'Brazil/DeNoronha',
  ],
  ...[
    'Chile/EasterIsland',
    'Mexico/BajaNorte',
    'Mexico/BajaSur',
    'America/Argentina/ComodRivadavia',
    'America/Knox_IN',
  ],
];
const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const spellings = new Map([...ZONES, ...ODD_LINKS].map((name) => [name.toLowerCase(), name]));
/** Links, such as Asia/Kolkata, by the spelling they came in. Bounded: letter case makes many of each. */
const links = new Map<string, string>();
const MAX_LINKS = 2000;

/**
 * The name of a zone as the tz database spells it, links such as Asia/Kolkata included. Undefined for what is no zone, as offsets are,
 * and for abbreviations.
 */
export function zoneSpelled(name: string): string | undefined {
  const known = spellings.get(name.toLowerCase()) ?? links.get(name);
  if (known !== undefined) return known;
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name) || meantBy(name) !== undefined) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return undefined;
  }
  const spelled = titled(name);
  if (links.size < MAX_LINKS) links.set(name, spelled);
  return spelled;
}

const titled = (name: string): string =>
  !name.includes('/') && (name.length <= 4 || /\d/.test(name))
    ? name.toUpperCase()
    : name
        .toLowerCase()
        .replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
        .replace(/^Us(?=\/)|Gmt|Utc|Uct/g, (part) => part.toUpperCase());

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '');
const cityOf = (zone: string): string => plain(zone.slice(zone.lastIndexOf('/') + 1));
const ENOUGH_ALIKE = 3;

/** Of the longer of two names: less may be chance, as Easter is in "Eastern Time". */
const ALIKE_PART = 0.6;

/** Up to three zones that a wrong name may mean: its title, its city, else the names that begin like it. */
function zonesNear(name: string): readonly string[] {
  const titled = titles.zonesCalled(name);
  if (titled.length > 0) return titled.slice(0, 3);
  const given = cityOf(name);
  if (given.length < ENOUGH_ALIKE) return [];
  const same = ZONES.filter((zone) => cityOf(zone) === given);
  if (same.length > 0) return same.slice(0, 3);
  const alike = ZONES.map((zone) => ({ zone, like: alikeIn(cityOf(zone), given) }));
  const most = Math.max(...alike.map(({ like }) => like));
  return most < ENOUGH_ALIKE ? [] : alike.flatMap(({ zone, like }) => (like === most ? zone : [])).slice(0, 3);
}

/** How many letters both begin with; 0: too small a part of them. */
function alikeIn(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length >= ALIKE_PART * Math.max(one.length, other.length) ? length : 0;
}

const OFFSET = /^(utc|gmt|z)?\s*[+-]\s*\d/i;

/** Returns the zones to send instead of a name that is no zone. */
export function zoneAdvice(name: unknown): { readonly message: string; readonly didYouMean: readonly string[] } {
  const rule = 'must be an IANA time zone such as Europe/Berlin';
  if (typeof name !== 'string' || name.length > 64) return { message: rule, didYouMean: [] };
  const meant = meantBy(name.trim());
  if (meant) {
    const message = `${rule}; ${name.trim().toUpperCase()} may mean several zones: say ${meant}`;
    return { message, didYouMean: zonesIn(meant) };
  }
  if (OFFSET.test(name.trim()))
    return {
      message: `${rule}, not an offset, which changes with the season: say where the person is`,
      didYouMean: [],
    };
  const near = zonesNear(name);
  return { message: near.length > 0 ? `${rule}; did you mean ${near.join(' or ')}?` : rule, didYouMean: near };
}
