type Facts = Readonly<Record<string, unknown>>;

/** Bounds of the facts of one entry: characters of a text, parts of a list or object, levels. */
interface Bounds {
  readonly text: number;
  readonly parts: number;
  readonly levels: number;
}

/** Those of every entry, then narrower ones, until the facts are short enough. */
const EACH: readonly Bounds[] = [
  { text: 500, parts: 100, levels: 8 },
  { text: 120, parts: 20, levels: 5 },
  { text: 60, parts: 10, levels: 3 },
  { text: 40, parts: 8, levels: 2 },
];
const MOST_BYTES = 4_000;

const CUT = '…';

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}${CUT}` : text;

function within(value: unknown, { text, parts, levels }: Bounds): unknown {
  if (typeof value === 'string') return shortened(value, text);
  if (value === null || typeof value !== 'object') return value;
  if (levels === 0) return CUT;
  const inner = { text, parts, levels: levels - 1 };
  const all = Object.entries(value);
  const kept = all.slice(0, parts).map(([key, part]) => [shortened(key, text), within(part, inner)] as const);
  const more = all.length > parts ? `${CUT} ${all.length - parts} more` : null;
  if (Array.isArray(value)) return [...kept.map(([, part]) => part), ...(more === null ? [] : [more])];
  return Object.fromEntries(more === null ? kept : [...kept, [CUT, more]]);
}

const isShort = (facts: unknown): boolean => Buffer.byteLength(JSON.stringify(facts)) <= MOST_BYTES;

/**
 * Facts as the log keeps them: long texts and long lists are cut. The log grows with every change and is read whole by searches and
 * exports, so that no entry may be large (docs/decisions/api.md#fair-use).
 */
export function loggedFacts(facts: Facts): Facts {
  const stored = JSON.parse(JSON.stringify(facts)) as Facts;
  for (const bounds of EACH) {
    const cut = within(stored, bounds) as Facts;
    if (isShort(cut)) return cut;
  }
  return { [CUT]: `${Object.keys(facts).length} facts too long for the log` };
}
