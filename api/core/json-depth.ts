/** No operation takes more: a form with its conditions in a tool's arguments has about ten. */
const MOST_LEVELS = 50;

/**
 * Whether a value of JSON is nested too deeply: `JSON.stringify` and whatever else walks a value throws at some thousand levels.
 * Looks at no more levels than are allowed.
 */
export const isTooDeep = (value: unknown, levels = MOST_LEVELS): boolean => {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isTooDeep(part, levels - 1));
};
