import { registeredDomain } from '../mail/address-domain.ts';
import { parseDate } from '../time/civil.ts';
import { webLink } from '../untrusted-text.ts';
import type { EnrichmentParts } from './pack-input.ts';
import { cleaned } from './pack-words.ts';
import type { DomainFacts, SiteFacts, SourceAnswer } from './source.ts';

export type CompanyFacts = NonNullable<EnrichmentParts['companyFacts']>;

/** Words of pages that stand where a site should: sellers of domains, web servers without a site. */
const PARKED =
  /\b(?:domain (?:name )?(?:is |may be |ist )?(?:for sale|parked|zu verkaufen)|(?:buy|acquire|kaufen sie) (?:this|diese) domain|parked (?:domain|free)|parking page|default web(?: ?site)? page|welcome to nginx|apache2? .{0,20}default page)/iu;

/** What the sources say of a company, in one flat object; texts are cut and hold nothing hidden. */
export function companyFactsOf(facts: DomainFacts, isStale: boolean): CompanyFacts {
  const dns = found(facts.dns);
  const site = found(facts.site);
  const rdap = found(facts.rdap);
  const tools = new Set(dns?.tools.map(({ name }) => cleaned(name, 60)));
  return {
    domain: facts.domain,
    ...ofSite(site, facts.domain),
    registeredOn: dateOnly(rdap?.registeredOn ?? null),
    registrar: text(rdap?.registrar, 120),
    mailProvider: text(dns?.mailProvider, 60),
    dnsProvider: text(dns?.dnsProvider, 60),
    hostingProvider: text(dns?.hostingProvider, 60),
    tools: [...tools].sort(),
    isStale,
    sources: { dns: dns && facts.dns.sourceUrl, site: site && siteUrl(facts.site), rdap: rdap && facts.rdap.sourceUrl },
  };
}

export const found = <Facts>(answer: SourceAnswer<Facts>): Facts | null =>
  answer.outcome === 'found' ? answer.facts : null;

const text = (value: string | null | undefined, most: number): string | null =>
  value ? cleaned(value, most) || null : null;

function ofSite(site: SiteFacts | null, domain: string) {
  const org = site?.organization;
  const pageText = `${site?.title ?? ''} ${site?.description ?? ''}`;
  const looksParked = site !== null && PARKED.test(pageText);
  const says = org?.description ?? site?.description ?? site?.title;
  return {
    name: looksParked ? null : text(org?.legalName ?? org?.name ?? site?.siteName, 120),
    oneLiner: looksParked ? null : text(says, 300),
    industry: text(org?.industry, 80),
    country: text(org?.country, 60),
    locality: text(org?.locality, 80),
    foundingYear: org?.foundingYear ?? null,
    employees: text(org?.employees, 40),
    siteLanguage: text(site?.language, 35),
    leadsTo: elsewhere(site, domain),
    looksParked,
    profiles: (site?.profiles ?? []).filter((address) => webLink(address) !== null).slice(0, 10),
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
