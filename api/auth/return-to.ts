const LONGEST = 2_000;
/** Only its origin matters, and that it is nobody's. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * Where a browser goes after sign-in: a path of this origin, or `/`. What a browser would take for another site is refused:
 * `//host`, `/\host`, schemes, and paths that become one of these once dots are resolved.
 */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > LONGEST || !/^\/(?![/\\])[\u0021-\u007e]*$/.test(given)) return '/';
  const url = URL.canParse(given, NOWHERE) ? new URL(given, NOWHERE) : undefined;
  if (url?.origin !== NOWHERE || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
