import type { SiteFacts, SourceFailure } from '../../domain/prep/source.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Pace } from './pace.ts';
import type { EnrichmentProvider } from './provider.ts';
import type { Reader } from './reader.ts';
import { createRobots } from './robots.ts';
import { failureOfOutbound, failureOfStatus, SourceFailed } from './source-answer.ts';

const TYPES = ['text/html', 'application/xhtml+xml'];

/** After these the host with `www` may do better. Others are the site's own word. */
const TRY_WWW: ReadonlySet<SourceFailure> = new Set([
  'not_found',
  'no_page',
  'unreachable',
  'tls',
  'timeout',
  'server_error',
]);

export interface SiteOptions {
  readonly outbound: Outbound;
  readonly pace: Pace;
  readonly reader: Reader;
  /** For all hosts and files together. */
  readonly wholeMs: number;
  readonly now: () => number;
}

/** One try of a home page. @throws SourceFailed */
async function readHome(url: string, options: SiteOptions, leftMs: () => number): Promise<SiteFacts> {
  const { outbound, pace, reader } = options;
  const robots = createRobots(options, leftMs);
  let failed: unknown;
  const mayVisit = async (next: URL): Promise<boolean> => {
    try {
      if (!(await pace.wait(next.hostname))) throw new SourceFailed('busy');
      return await robots(next);
    } catch (error) {
      failed = error;
      return false;
    }
  };
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en, *;q=0.5' };
  const answer = await outbound({ url, types: TYPES, headers, mayVisit, limits: { wholeMs: leftMs() } });
  if (failed) throw failed;
  if (answer.outcome === 'failed') throw new SourceFailed(failureOfOutbound(answer.reason));
  if (answer.status === 404 || answer.status === 410) throw new SourceFailed('no_page');
  if (answer.status < 200 || answer.status > 299) throw new SourceFailed(failureOfStatus(answer.status));
  return reader.readPage({ url: answer.url.href, body: answer.body, contentType: answer.contentType });
}

/** Reads the home page of a domain, else of its `www`. If both fail, the first failure counts, unless that host does not exist. */
export const siteProvider = (options: SiteOptions): EnrichmentProvider<SiteFacts> => ({
  ...{ name: 'site', credits: 0, wholeMs: options.wholeMs },
  sourceUrl: (domain) => `https://${domain}/`,
  lookUp: async (domain) => {
    const { now, wholeMs } = options;
    const endMs = now() + wholeMs;
    const leftMs = (): number => Math.max(1, endMs - now());
    const found = (facts: SiteFacts) => ({ facts, sourceUrl: facts.finalUrl });
    try {
      return found(await readHome(`https://${domain}/`, options, leftMs));
    } catch (error) {
      if (!(error instanceof SourceFailed) || !TRY_WWW.has(error.reason) || now() >= endMs) throw error;
      try {
        return found(await readHome(`https://www.${domain}/`, options, leftMs));
      } catch (second) {
        throw error.reason === 'not_found' || error.reason === 'no_page' ? second : error;
      }
    }
  },
});
