import { isPublicName } from '../../domain/prep/public-name.ts';
import type { CompanyProfile, DomainFacts, SourceAnswer, SourceFailure } from '../../domain/prep/source.ts';
import type { DnsServers } from '../../outbound/names.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createControl, withoutBlindNo } from './control-name.ts';
import { dnsProvider } from './dns.ts';
import { createPace, type Pace, type PaceLimits } from './pace.ts';
import { askProvider, type EnrichmentProvider } from './provider.ts';
import { rdapProvider } from './rdap.ts';
import { createReader } from './reader.ts';
import { siteProvider } from './site.ts';

/** How long each source may take, and how often one server is asked. */
export interface LookUpLimits {
  readonly dnsMs: number;
  readonly siteMs: number;
  readonly rdapMs: number;
  /** Between the starts of two look-ups: each asks the machine's DNS servers about ten questions. */
  readonly startIntervalMs: number;
  /** Between two requests to one registry, by all workers: they share its pace. */
  readonly registryIntervalMs: number;
  /** Between two pages of one host. */
  readonly siteIntervalMs: number;
  /** A server without a free time within this is not asked: `busy`. Of many concurrent look-ups most are: they are retried later. */
  readonly maxWaitMs: number;
}

const LIMITS: LookUpLimits = {
  ...{ dnsMs: 6_000, siteMs: 20_000, rdapMs: 10_000 },
  ...{ startIntervalMs: 10, registryIntervalMs: 200, siteIntervalMs: 250, maxWaitMs: 10_000 },
};

export interface LookUpOptions {
  readonly outbound: Outbound;
  /** undefined: those of the machine. */
  readonly dnsServers: DnsServers;
  /** In addition to DNS, site and registry: paid ones. None is needed. Each asks its own pace. */
  readonly providers?: readonly EnrichmentProvider<CompanyProfile>[];
  readonly limits?: Partial<LookUpLimits>;
  /** The pace of registries, which workers share. Left out: one of this process. */
  readonly registryPace?: (limits: PaceLimits) => Pace;
  /** A name that exists: a DNS that denies it, too, is not believed. Left out: IANA's. */
  readonly controlName?: string;
  readonly now?: () => number;
}

/** Looks a domain up. Never throws for what the outside does; ends within the limits. Not for `ENRICHMENT=off`: the caller asks that. */
export type LookUpDomain = (domain: string) => Promise<DomainFacts>;

/** One for the process: a thread takes a second of CPU to start. */
const reader = createReader();

/** Starts have one pace, whatever the domain. */
const ALL = 'all';

/** Makes the look-up of this process: its sources, what they keep, and their pace. The sources of a domain are asked side by side. */
export function createLookUpDomain(options: LookUpOptions): LookUpDomain {
  const { outbound, dnsServers, providers: added = [], limits, controlName, registryPace, now = Date.now } = options;
  const { dnsMs, siteMs, rdapMs, maxWaitMs, ...intervals } = { ...LIMITS, ...limits };
  const paceOf = (intervalMs: number) => createPace({ intervalMs, maxWaitMs, now });
  const dns = dnsProvider({ servers: dnsServers, wholeMs: dnsMs });
  const site = siteProvider({ outbound, pace: paceOf(intervals.siteIntervalMs), reader, wholeMs: siteMs, now });
  const pace = registryPace?.({ intervalMs: intervals.registryIntervalMs, maxWaitMs });
  const rdap = rdapProvider({
    outbound,
    pace: pace ?? paceOf(intervals.registryIntervalMs),
    maxWaitMs,
    requestMs: rdapMs,
    now,
  });
  const isDnsBlind = createControl(dnsServers, now, controlName);
  const startPace = paceOf(intervals.startIntervalMs);
  const lookUp = async (domain: string): Promise<DomainFacts> => {
    // Callers check it as well: this is the last check before the DNS of the operator's network.
    const isPublic = isPublicName(domain);
    const isFree = isPublic && (await startPace.wait(ALL));
    const ask: Ask = async (provider) =>
      isFree
        ? askProvider(provider, domain, now)
        : notAsked(provider, domain, now(), isPublic ? 'busy' : 'forbidden_address');
    const [ofDns, ofSite, ofRdap, ...ofAdded] = await Promise.all([ask(dns), ask(site), ask(rdap), ...added.map(ask)]);
    const more = Object.fromEntries(ofAdded.map((answer, nth) => [added[nth]?.name, answer]));
    const facts = { domain, dns: ofDns, site: ofSite, rdap: ofRdap, ...(added.length > 0 && { added: more }) };
    return withoutBlindNo(facts, isDnsBlind);
  };
  const underWay = new Map<string, Promise<DomainFacts>>();
  return (domain) => {
    const asked = underWay.get(domain) ?? lookUp(domain).finally(() => underWay.delete(domain));
    underWay.set(domain, asked);
    return asked;
  };
}

type Ask = <Facts>(provider: EnrichmentProvider<Facts>) => Promise<SourceAnswer<Facts>>;

/** The answer of a source that was not asked. */
const notAsked = (
  { sourceUrl }: EnrichmentProvider<unknown>,
  domain: string,
  askedAtMs: number,
  reason: SourceFailure,
): SourceAnswer<never> => ({ ...{ sourceUrl: sourceUrl(domain), askedAtMs, tookMs: 0, outcome: 'failed', reason } });
