import type { SourceAnswer } from '../../domain/prep/source.ts';
import { SourceFailed } from './source-answer.ts';

/** What a provider says of a domain. */
export interface Finding<Facts> {
  readonly facts: Facts;
  /** What was read, if it differs from the address of the provider. */
  readonly sourceUrl?: string;
}

/**
 * One source of facts about a company's domain. DNS, site and registry are three of them; a paid one is another file with one of these
 * (docs/prep-packs.md, Providers).
 */
export interface EnrichmentProvider<Facts> {
  /** As the record of a look-up names it. */
  readonly name: string;
  /** What a found answer costs its operator, in the provider's own credits, beside the one credit of the look-up. */
  readonly credits: number;
  /** After this time it is a `timeout`, whatever it does. */
  readonly wholeMs: number;
  /** What is shown as the source, until `lookUp` knows better. Without secrets. */
  readonly sourceUrl: (domain: string) => string;
  /**
   * @param signal aborted once the time is over
   * @throws SourceFailed for all that the outside does; anything else is a defect, and ends the whole look-up
   */
  readonly lookUp: (domain: string, signal: AbortSignal) => Promise<Finding<Facts>>;
}

/** Asks one provider, within its time, and makes an answer of its failure. @throws whatever is a defect of ours */
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
