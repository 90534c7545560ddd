import { DAY_MS, HOUR_MS } from './civil.ts';

/** An interval in which a zone's offset from UTC stays the same. */
export interface Segment {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offsetMs: number;
}

/** Larger than any offset in the tz database (Manila's local mean time, −15:56). */
const MAX_OFFSET_MS = 16 * HOUR_MS;
/** Offsets are read a chunk at a time, and change less often than once in PROBE_MS. */
const CHUNK_MS = 400 * DAY_MS;
const PROBE_MS = 7 * DAY_MS;
const MAX_CHUNKS_PER_ZONE = 64;
const MAX_NAMES = 2000;

/**
 * One zone of the tz database, as a table of constant offsets that is filled on demand.
 * A local time is a count of milliseconds like an instant, read as if the wall clock showed UTC.
 */
export class Zone {
  readonly #name: string;
  readonly #chunks = new Map<number, readonly Segment[]>();
  #latest: Segment;

  constructor(name: string) {
    this.#name = name;
    this.#latest = this.#find(0);
  }

  /** Returns the segment that contains an instant. */
  segmentAt(ms: number): Segment {
    const latest = this.#latest;
    if (ms >= latest.fromMs && ms < latest.untilMs) return latest;
    this.#latest = this.#find(ms);
    return this.#latest;
  }

  /** Returns the local time that the wall clock shows at an instant. */
  localOf(ms: number): number {
    return ms + this.segmentAt(ms).offsetMs;
  }

  /** Returns the local calendar day (days since 1970-01-01) of an instant. */
  dayAt(ms: number): number {
    return Math.floor(this.localOf(ms) / DAY_MS);
  }

  /**
   * Returns the first instant at which the wall clock shows `localMs` or later. So a skipped time becomes the instant of
   * the change, a repeated time its first occurrence, and a later local time never an earlier instant.
   */
  firstInstant(localMs: number): number {
    const { fromMs, untilMs, offsetMs } = this.#latest;
    const likelyMs = localMs - offsetMs;
    // This long after a change, no earlier offset can show this time.
    if (likelyMs < untilMs && likelyMs >= fromMs + 2 * MAX_OFFSET_MS) return likelyMs;
    let segment = this.segmentAt(localMs - MAX_OFFSET_MS);
    for (;;) {
      const ms = Math.max(segment.fromMs, localMs - segment.offsetMs);
      if (ms < segment.untilMs) return ms;
      segment = this.segmentAt(segment.untilMs);
    }
  }

  /** Returns the instant of a local time (the first, if repeated), or undefined if a change skips it. */
  instantOf(localMs: number): number | undefined {
    const ms = this.firstInstant(localMs);
    return this.localOf(ms) === localMs ? ms : undefined;
  }

  #find(ms: number): Segment {
    const index = Math.floor(ms / CHUNK_MS);
    let segments = this.#chunks.get(index);
    if (!segments) {
      if (this.#chunks.size >= MAX_CHUNKS_PER_ZONE) this.#chunks.clear();
      segments = readSegments(this.#name, index * CHUNK_MS, (index + 1) * CHUNK_MS);
      this.#chunks.set(index, segments);
    }
    const found = segments.find((segment) => ms < segment.untilMs);
    if (!found) throw new RangeError(`No instant: ${ms}`);
    return found;
  }
}

const zones = new Map<string, Zone>();

/**
 * Returns the zone of an IANA name, in any letter case. Zones are cached. Only names that Intl knows are, up to {@link MAX_NAMES}
 * spellings, so user input cannot grow the cache.
 * @throws RangeError for a name that is not a zone: check user input with {@link isTimezone}.
 */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (!ZONE_NAME.test(name)) throw new RangeError(`Not an IANA time zone: ${name.slice(0, 64)}`);
  const key = name.toLowerCase();
  const zone = zones.get(key) ?? new Zone(name);
  if (zones.size >= MAX_NAMES) zones.clear();
  zones.set(key, zone).set(name, zone);
  return zone;
}

/** Returns whether a name is an IANA zone of this runtime's Intl. Links such as `US/Eastern` are; offsets (`+02:00`) are not. */
export function isTimezone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** Probes the offsets of [fromMs, endMs) and finds each change between two probes to the second. */
function readSegments(name: string, fromMs: number, endMs: number): Segment[] {
  const offsetAt = offsetReader(name);
  const segments: Segment[] = [];
  let start = fromMs;
  let offsetMs = offsetAt(start);
  for (let probed = start; probed < endMs - 1000; ) {
    const probe = Math.min(probed + PROBE_MS, endMs - 1000);
    if (offsetAt(probe) === offsetMs) {
      probed = probe;
      continue;
    }
    const change = firstChange(offsetAt, probed, probe, offsetMs);
    segments.push({ fromMs: start, untilMs: change, offsetMs });
    start = change;
    probed = change;
    offsetMs = offsetAt(change);
  }
  segments.push({ fromMs: start, untilMs: endMs, offsetMs });
  return segments;
}

function firstChange(offsetAt: (ms: number) => number, fromMs: number, untilMs: number, offsetMs: number): number {
  let same = fromMs / 1000;
  let changed = untilMs / 1000;
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(middle * 1000) === offsetMs) same = middle;
    else changed = middle;
  }
  return changed * 1000;
}

/** Makes the function that reads `GMT`, `GMT+05:30` or `GMT-00:44:30` from the end of a formatted instant. */
function offsetReader(name: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (ms) => {
    const parts = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(format.format(ms));
    if (!parts) throw new RangeError(`No offset for ${name} at ${ms}`);
    const [, sign, hours = 0, minutes = 0, seconds = 0] = parts;
    const offsetMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -offsetMs : offsetMs;
  };
}
