import { ownPath } from '../../schemas/shapes/own-path.ts';

const LONGEST = 2_000;

/** Where a browser goes after sign-in, or after connecting a calendar: a path of this origin, else `/`. */
export const returnPath = (given: string | undefined): string =>
  given === undefined || given.length > LONGEST ? '/' : (ownPath(given) ?? '/');
