/** The one name that libraries drop in silence from what JSON brings, to keep programs safe. */
const NAME = '__proto__';

/** True if an object anywhere in parsed JSON has a field of that name: no operation has, and it would be ignored (decision 0215). */
export function hasPrototypeName(parsed: unknown): boolean {
  const open: unknown[] = [parsed];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object') continue;
    if (Object.hasOwn(value, NAME)) return true;
    for (const one of Object.values(value)) open.push(one);
  }
  return false;
}
