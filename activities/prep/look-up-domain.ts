import type { DomainFacts, SourceAnswer } from '../../domain/prep/source.ts';
import type { DnsServers } from '../outbound/names.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { askDns } from './dns.ts';
import { createPace } from './pace.ts';
import { BOOTSTRAP_URL, createRdap } from './rdap.ts';
import { createReader } from './reader.ts';
import { askSite } from './site.ts';

/** How long each source may take, and how often one server is asked. */
export interface LookUpLimits {
  readonly dnsMs: number;
  readonly siteMs: number;
  readonly rdapMs: number;
  /** Between the starts of two look-ups: each asks the machine's DNS servers about ten questions. */
  readonly startIntervalMs: number;
  /** Between two requests of this process to one registry. */
  readonly registryIntervalMs: number;
  /** Between two pages of one host. */
  readonly siteIntervalMs: number;
  /** What has no free moment in this time is not asked: `busy`. Of many at once most are, so ask for those again later. */
  readonly mostWaitMs: number;
}

const LIMITS: LookUpLimits = {
  ...{ dnsMs: 6_000, siteMs: 20_000, rdapMs: 10_000 },
  ...{ startIntervalMs: 10, registryIntervalMs: 200, siteIntervalMs: 250, mostWaitMs: 10_000 },
};

export interface LookUpOptions {
  readonly outbound: Outbound;
  /** undefined: those of the machine. */
  readonly dnsServers: DnsServers;
  readonly limits?: Partial<LookUpLimits>;
  readonly now?: () => number;
}

/** Looks a domain up. Never throws for what the outside does; ends within the limits. Not for `ENRICHMENT=off`: the caller asks that. */
export type LookUpDomain = (domain: string) => Promise<DomainFacts>;

/** One for the process: a thread takes a second of CPU to start. */
const reader = createReader();

/** Starts have one pace, whatever the domain. */
const ALL = 'all';

/** Makes the look-up of this process: its sources, what they keep, and their pace. The sources of a domain are asked side by side. */
export function createLookUpDomain({ outbound, dnsServers, limits, now = Date.now }: LookUpOptions): LookUpDomain {
  const { dnsMs, siteMs, rdapMs, mostWaitMs, ...intervals } = { ...LIMITS, ...limits };
  const paceOf = (intervalMs: number) => createPace({ intervalMs, mostWaitMs, now });
  const askRdap = createRdap({ outbound, wholeMs: rdapMs, now, pace: paceOf(intervals.registryIntervalMs) });
  const sitePace = paceOf(intervals.siteIntervalMs);
  const startPace = paceOf(intervals.startIntervalMs);
  const lookUp = async (domain: string): Promise<DomainFacts> => {
    if (!(await startPace.turn(ALL))) return busy(domain, now());
    const [dns, site, rdap] = await Promise.all([
      askDns(domain, { servers: dnsServers, wholeMs: dnsMs, now }),
      askSite(domain, { outbound, pace: sitePace, reader, wholeMs: siteMs, now }),
      askRdap(domain),
    ]);
    return { domain, dns, site, rdap };
  };
  const underWay = new Map<string, Promise<DomainFacts>>();
  return (domain) => {
    const asked = underWay.get(domain) ?? lookUp(domain).finally(() => underWay.delete(domain));
    underWay.set(domain, asked);
    return asked;
  };
}

/** Nothing was asked. */
function busy(domain: string, askedAtMs: number): DomainFacts {
  const answer = (sourceUrl: string): SourceAnswer<never> => ({
    ...{ sourceUrl, askedAtMs, tookMs: 0, outcome: 'failed', reason: 'busy' },
  });
  return { domain, dns: answer(`dns:${domain}`), site: answer(`https://${domain}/`), rdap: answer(BOOTSTRAP_URL) };
}
