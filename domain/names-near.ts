const pairsOf = (name: string): string[] => {
  const plain = name.toLowerCase().replace(/[^a-z]+/g, '_');
  return Array.from({ length: Math.max(plain.length - 1, 0) }, (_, at) => plain.slice(at, at + 2));
};

/** Similarity of two names, 0 to 1: shared letter pairs (Dice). */
const likeness = (one: readonly string[], other: ReadonlySet<string>, size: number): number =>
  (2 * one.filter((pair) => other.has(pair)).length) / Math.max(one.length + size, 1);

const ALIKE = 0.4;
const MAX_NEAR = 3;
/** No known name is longer. Longer names are compared by their beginning. */
const LONGEST_COMPARED = 128;

/** Two names share at most the pairs of the shorter one: of sizes this far apart no two are alike. */
const mayBeAlike = (one: number, other: number): boolean =>
  2 * Math.min(one, other) >= ALIKE * (one + other) && one + other > 0;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '');

/** The max number of unknown names that are compared and named; a body can hold thousands. */
const MAX_NAMED = 10;

/** Splits the unknown names of one call: the first are compared, the others are counted. */
export const firstNamed = <T>(unknown: readonly T[], max = MAX_NAMED) => ({
  named: unknown.slice(0, max),
  more: Math.max(0, unknown.length - max),
});

/** Returns " Did you mean x or y?" for similar names; empty without any. */
export const didYouMean = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;

/** Returns the most similar names, nearest first; the only one that has the same letters, if one has. For many names of a call see {@link firstNamed}. */
export function namesNear(given: string, names: readonly string[]): string[] {
  const compared = given.slice(0, LONGEST_COMPARED);
  const letters = lettersOf(compared);
  const same = letters === '' ? undefined : names.find((name) => lettersOf(name) === letters);
  if (same !== undefined) return [same];
  const pairs = pairsOf(compared);
  return names
    .map((name) => ({ name, like: likenessTo(pairs, name) }))
    .filter(({ like }) => like >= ALIKE)
    .sort((one, other) => other.like - one.like)
    .slice(0, MAX_NEAR)
    .map(({ name }) => name);
}

function likenessTo(pairs: readonly string[], name: string): number {
  const other = pairsOf(name);
  return mayBeAlike(pairs.length, other.length) ? likeness(pairs, new Set(other), other.length) : 0;
}
