const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sameText = (documented: string, actual: unknown): boolean => {
  if (typeof actual !== 'string') return false;
  for (const shape of [INSTANT, UUID]) if (shape.test(documented)) return shape.test(actual);
  let from = 0;
  const parts = documented.split('…');
  for (const [index, part] of parts.entries()) {
    const at = actual.indexOf(part, from);
    if (at < 0 || (index === 0 && at > 0)) return false;
    from = at + part.length;
  }
  return from === actual.length || documented.endsWith('…');
};

const sameNumber = (path: string, documented: number, actual: unknown): boolean =>
  // What is left of a time is a second less when the call was slow.
  path.endsWith('Seconds') ? Math.abs(Number(actual) - documented) <= 5 : documented === actual;

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** An answer may have ids as keys: those of the guide are others, in the same number and of the same kinds of values. */
const withoutIds = (value: object): Record<string, unknown> => {
  const ids = Object.entries(value).filter(([key]) => ID.test(key));
  if (ids.length === 0) return value as Record<string, unknown>;
  return {
    ...Object.fromEntries(Object.entries(value).filter(([key]) => !ID.test(key))),
    ids: ids.map(([, named]) => named as unknown).sort(),
  };
};

const entriesDiffer = (guides: object, answers: object, path: string): string[] => {
  const [documented, actual] = [withoutIds(guides), withoutIds(answers)];
  const [theirs, ours] = [documented, actual].map((value) => Object.keys(value).sort().join(' '));
  if (theirs !== ours) return [`${path}: the guide has ${theirs}, the answer ${ours}`];
  return Object.entries(documented).flatMap(([key, value]) =>
    differences(value, actual[key], path ? `${path}.${key}` : key),
  );
};

/**
 * Where an answer differs from what a guide shows: one line for each place. Instants and ids may be others, `…` in a text
 * stands for anything, and a list may go on.
 */
export function differences(documented: unknown, actual: unknown, path = ''): string[] {
  const says = `${path}: the guide has ${JSON.stringify(documented)}, the answer ${JSON.stringify(actual)}`;
  if (typeof documented === 'string') return sameText(documented, actual) ? [] : [says];
  if (typeof documented === 'number') return sameNumber(path, documented, actual) ? [] : [says];
  if (Array.isArray(documented)) {
    if (!Array.isArray(actual)) return [says];
    return documented.flatMap((value, index) => differences(value, actual[index], `${path}.${index}`));
  }
  if (documented === null || typeof documented !== 'object') return documented === actual ? [] : [says];
  return actual === null || typeof actual !== 'object' ? [says] : entriesDiffer(documented, actual, path);
}
