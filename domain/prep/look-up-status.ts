import type { DomainFacts } from './source.ts';

/**
 * What became of a look-up, by its sources. The registry alone says little, and many registries are not open: without DNS or site it is
 * `degraded`, or `failed` when nothing was found at all.
 */
export function lookUpStatus({ dns, site, rdap }: DomainFacts): 'succeeded' | 'degraded' | 'failed' {
  const isFound = (answer: { readonly outcome: 'found' | 'failed' }): boolean => answer.outcome === 'found';
  if (isFound(dns) && isFound(site)) return 'succeeded';
  return [dns, site, rdap].some(isFound) ? 'degraded' : 'failed';
}
