import { registeredDomain } from '../mail/address-domain.ts';
import { DAY_MS, dateOf, parseDate } from '../time/civil.ts';
import { webLink } from '../untrusted-text.ts';
import type { EnrichmentParts } from './pack-input.ts';
import { cleaned } from './pack-words.ts';
import type { DomainFacts, SiteFacts, SourceAnswer } from './source.ts';

export type CompanyFacts = NonNullable<EnrichmentParts['companyFacts']>;

/** Words of pages that stand where a site should: sellers of domains, web servers without a site. */
const PARKED =
  /\b(?:domain (?:name )?(?:is |may be |ist )?(?:for sale|parked|zu verkaufen)|[a-z0-9-]{1,63}\.[a-z]{2,24} (?:is|may be|ist) (?:for sale|parked|zu verkaufen)|(?:buy|acquire|kaufen sie) (?:this|diese) domain|parked (?:domain|free)|parking page|default web(?: ?site)? page|welcome to nginx|apache2? .{0,20}default page)/iu;

/** A count or a range: `51-200`, `50+`; words around it are left out. */
const EMPLOYEES =
  /^(\d[\d.,]{0,9}(?:\s?[-–]\s?\d[\d.,]{0,9}|\+)?)(?:\s(?:employees|people|staff|mitarbeiter\S{0,10}))?$/iu;
const OLDEST_COMPANY = 700;

/** What the sources say of a company, in one flat object; texts are cut and hold nothing hidden. @param atMs nothing was founded after it */
export function companyFactsOf(
  facts: DomainFacts,
  { isStale, atMs }: { readonly isStale: boolean; readonly atMs: number },
): CompanyFacts {
  const dns = found(facts.dns);
  const site = found(facts.site);
  const rdap = found(facts.rdap);
  const tools = new Set(dns?.tools.map(({ name }) => cleaned(name, 60)));
  return {
    domain: facts.domain,
    ...ofSite(site, facts.domain, atMs),
    registeredOn: dateOnly(rdap?.registeredOn ?? null),
    registrar: text(rdap?.registrar, 120),
    mailProvider: text(dns?.mailProvider, 60),
    dnsProvider: text(dns?.dnsProvider, 60),
    hostingProvider: text(dns?.hostingProvider, 60),
    tools: [...tools].sort(),
    toolRecords: (dns?.tools ?? []).map(({ name, record }) => ({
      name: cleaned(name, 60),
      record: cleaned(record, 300),
    })),
    mailHosts: (dns?.mailHosts ?? []).map((host) => cleaned(host, 253)).sort(),
    hasSpf: dns?.hasSpf ?? null,
    dmarcPolicy: dns && (dns.dmarcPolicy ?? 'no record'),
    isStale,
    sources: { dns: dns && facts.dns.sourceUrl, site: site && siteUrl(facts.site), rdap: rdap && facts.rdap.sourceUrl },
  };
}

export const found = <Facts>(answer: SourceAnswer<Facts>): Facts | null =>
  answer.outcome === 'found' ? answer.facts : null;

const text = (value: string | null | undefined, most: number): string | null =>
  value ? cleaned(value, most) || null : null;

/** A page of another domain, and one of a seller of domains, say nothing of this company: of these no fact is kept. */
function ofSite(site: SiteFacts | null, domain: string, atMs: number) {
  const leadsTo = elsewhere(site, domain);
  const looksParked = leadsTo === null && site !== null && PARKED.test(`${site.title ?? ''} ${site.description ?? ''}`);
  const own = leadsTo === null && !looksParked ? site : null;
  const org = own?.organization;
  const year = org?.foundingYear ?? null;
  const name = text(org?.legalName ?? org?.name ?? own?.siteName, 120);
  const oneLiner = text(org?.description ?? own?.description ?? own?.title, 300);
  return {
    name,
    // A title that is the name alone says nothing of what they do.
    oneLiner: text(oneLiner, 120)?.toLowerCase() === name?.toLowerCase() ? null : oneLiner,
    industry: text(org?.industry, 80),
    country: text(org?.country, 60),
    locality: text(org?.locality, 80),
    foundingYear:
      year !== null && year >= OLDEST_COMPANY && year <= dateOf(Math.floor(atMs / DAY_MS)).year ? year : null,
    employees: EMPLOYEES.exec(text(org?.employees, 40) ?? '')?.[1] ?? null,
    siteLanguage: text(own?.language, 35),
    leadsTo,
    looksParked,
    profiles: (own?.profiles ?? []).filter((address) => webLink(address) !== null).slice(0, 10),
  };
}

/** The registered domain on which the site ends, if it is another. */
function elsewhere(site: SiteFacts | null, domain: string): string | null {
  const host = site && URL.canParse(site.finalUrl) ? registeredDomain(new URL(site.finalUrl).hostname) : null;
  return host === domain ? null : host;
}

const siteUrl = (answer: SourceAnswer<SiteFacts>): string =>
  (answer.outcome === 'found' && URL.canParse(answer.facts.finalUrl) && webLink(answer.facts.finalUrl)) ||
  answer.sourceUrl;

/** Registries write dates with times: the day is enough. What is no date is left out. */
function dateOnly(value: string | null): string | null {
  const day = value?.slice(0, 10) ?? '';
  return parseDate(day) === undefined ? null : day;
}
