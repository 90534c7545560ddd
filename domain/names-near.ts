const pairsOf = (name: string): string[] => {
  const plain = name.toLowerCase().replace(/[^a-z]+/g, '_');
  return Array.from({ length: Math.max(plain.length - 1, 0) }, (_, at) => plain.slice(at, at + 2));
};

/** Similarity of two names, 0 to 1: shared letter pairs (Dice). */
const likeness = (one: readonly string[], other: readonly string[]): number =>
  (2 * one.filter((pair) => other.includes(pair)).length) / Math.max(one.length + other.length, 1);

const ALIKE = 0.4;
const MOST_NEAR = 3;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '');

/** The most similar names, nearest first; the only one that has the same letters, if one has. */
export function namesNear(given: string, names: readonly string[]): string[] {
  const letters = lettersOf(given.slice(0, 128));
  const same = letters === '' ? undefined : names.find((name) => lettersOf(name) === letters);
  if (same !== undefined) return [same];
  const pairs = pairsOf(given.slice(0, 128));
  return names
    .map((name) => ({ name, like: likeness(pairs, pairsOf(name)) }))
    .filter(({ like }) => like >= ALIKE)
    .sort((one, other) => other.like - one.like)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}
