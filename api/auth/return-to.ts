const LONGEST = 2_000;
/** A base for parsing: an origin that cannot exist. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * Where a browser goes after sign-in: a path of this origin, else `/`. Refuses what a browser reads as another site:
 * `//host`, `/\host`, schemes, and paths that become one of these when dots are resolved.
 */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > LONGEST || !/^\/(?![/\\])[\u0021-\u007e]*$/.test(given)) return '/';
  const url = URL.canParse(given, NOWHERE) ? new URL(given, NOWHERE) : undefined;
  if (url?.origin !== NOWHERE || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
