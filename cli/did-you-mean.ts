import { namesNear } from '../domain/names-near.ts';

/** " Did you mean x?" with the known names that are near, or nothing. */
export function didYouMean(word: string, names: readonly string[]): string {
  const near = namesNear(word, names);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}
