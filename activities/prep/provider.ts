import type { SourceAnswer } from '../../domain/prep/source.ts';
import { SourceFailed } from './source-answer.ts';

/** The answer of a provider about a domain. */
export interface Finding<Facts> {
  readonly facts: Facts;
  /** The address that was read, if it differs from the provider's. */
  readonly sourceUrl?: string;
}

/**
 * One source of facts about a company's domain. DNS, site and registry are three of them; a paid one is another file with one of these
 * (docs/prep-packs.md, Providers).
 */
export interface EnrichmentProvider<Facts> {
  /** As the record of a look-up names it. */
  readonly name: string;
  /** The price of a found answer for the operator, in the provider's own credits, in addition to the one credit of the look-up. */
  readonly credits: number;
  /** After this time it is a `timeout`, whatever it does. */
  readonly wholeMs: number;
  /** The source that is shown, unless `lookUp` returns another. Without secrets. */
  readonly sourceUrl: (domain: string) => string;
  /**
   * @param signal aborted once the time is over
   * @throws SourceFailed for all that the outside does; anything else is a defect, and ends the whole look-up
   */
  readonly lookUp: (domain: string, signal: AbortSignal) => Promise<Finding<Facts>>;
}

/** Asks one provider, within its time, and makes an answer of its failure. @throws any error in our code */
export async function askProvider<Facts>(
  { credits, wholeMs, sourceUrl, lookUp }: EnrichmentProvider<Facts>,
  domain: string,
  now: () => number,
): Promise<SourceAnswer<Facts>> {
  const askedAtMs = now();
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SourceFailed('timeout'));
      limit.abort();
    }, wholeMs);
  });
  try {
    const found = await Promise.race([lookUp(domain, limit.signal), over]);
    const times = { askedAtMs, tookMs: now() - askedAtMs };
    const answer = {
      sourceUrl: found.sourceUrl ?? sourceUrl(domain),
      ...times,
      outcome: 'found',
      facts: found.facts,
    } as const;
    return credits === 0 ? answer : { ...answer, credits };
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    const times = { askedAtMs, tookMs: now() - askedAtMs };
    return { sourceUrl: error.sourceUrl ?? sourceUrl(domain), ...times, outcome: 'failed', reason: error.reason };
  } finally {
    clearTimeout(timer);
  }
}
