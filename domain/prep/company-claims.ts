import { type Claim, claim } from './claims.ts';
import type { CompanyFacts } from './company-facts.ts';
import { ageInWords, dateInWords, daysBefore } from './pack-days.ts';
import { shownAddress, theirs, toPlain, type Words } from './pack-words.ts';
import { NEW_DOMAIN_DAYS } from './questions.ts';
import type { DomainFacts, SourceName } from './source.ts';

/** Countries whose domains are seldom used by companies elsewhere (not .io, .co, .me and the like). */
const COUNTRY_OF: Readonly<Record<string, string>> = {
  at: 'Austria',
  au: 'Australia',
  be: 'Belgium',
  br: 'Brazil',
  ca: 'Canada',
  ch: 'Switzerland',
  cz: 'Czechia',
  de: 'Germany',
  dk: 'Denmark',
  es: 'Spain',
  fi: 'Finland',
  fr: 'France',
  ie: 'Ireland',
  it: 'Italy',
  jp: 'Japan',
  kr: 'South Korea',
  mx: 'Mexico',
  nl: 'the Netherlands',
  no: 'Norway',
  nz: 'New Zealand',
  pl: 'Poland',
  pt: 'Portugal',
  se: 'Sweden',
  uk: 'the United Kingdom',
};
const LANGUAGES: Readonly<Record<string, string>> = {
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
};

/** What is known of the company, each with its source; most useful first. */
export function companyClaims(company: CompanyFacts, startMs: number): Claim[] {
  const claims: Claim[] = [];
  const say = (source: SourceName, label: string, words: Words | null): void => {
    const url = company.sources[source];
    if (words !== null && url !== null) claims.push(claim(label, words, 'source', { name: source, url }));
  };
  const quoted = (text: string | null): Words | null => (text === null ? null : [theirs(text)]);
  say('site', 'Says of itself', quoted(company.oneLiner));
  if (company.looksParked) {
    claims.push(claim('Site', ['Looks parked: its page says that the domain is for sale or unused'], 'estimate'));
  }
  say('site', 'Leads to', quoted(company.leadsTo));
  say('site', 'Calls itself', quoted(company.name));
  say('site', 'Industry', quoted(company.industry));
  say('site', 'People', quoted(company.employees));
  say('site', 'Founded', company.foundingYear === null ? null : [`${company.foundingYear}`]);
  claims.push(...place(company, say));
  const language = company.siteLanguage?.toLowerCase().split('-')[0] ?? '';
  say(
    'site',
    'Language of its site',
    LANGUAGES[language] === undefined || company.looksParked ? null : [LANGUAGES[language]],
  );
  claims.push(...registration(company, startMs, say));
  say('dns', 'Mail by', quoted(company.mailProvider));
  const hosting = company.hostingProvider ?? company.dnsProvider;
  say('dns', company.hostingProvider === null ? 'Name servers by' : 'Hosted by', quoted(hosting));
  say(
    'dns',
    'Tools that its records name',
    company.tools.length === 0 ? null : [theirs(company.tools.slice(0, 8).join(', '))],
  );
  say(
    'site',
    'Profiles',
    company.profiles.length === 0 ? null : [theirs(company.profiles.slice(0, 4).map(shownAddress).join(', '))],
  );
  return claims;
}

type Say = (source: SourceName, label: string, words: Words | null) => void;

function place({ locality, country, domain }: CompanyFacts, say: Say): Claim[] {
  const where = [locality, country].filter((part) => part !== null).join(', ');
  if (where !== '') say('site', 'Where', [theirs(where)]);
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  const likely = COUNTRY_OF[ending];
  if (where !== '' || likely === undefined) return [];
  return [claim('Where', [`Probably in ${likely}: the domain ends in .${ending}`], 'estimate')];
}

function registration({ registeredOn }: CompanyFacts, startMs: number, say: Say): Claim[] {
  if (registeredOn === null) return [];
  const days = daysBefore(registeredOn, startMs);
  const age = days === null ? '' : `, ${ageInWords(days)} before this meeting`;
  say('rdap', 'Domain registered', [`${dateInWords(registeredOn)}${age}`]);
  if (days === null || days >= NEW_DOMAIN_DAYS) return [];
  return [claim('New', ['The domain is new: a young company, or a new name of an older one'], 'estimate')];
}

/** What added providers say, each under its name; not what the site says already in the same words. */
export function providerClaims({ added = {} }: DomainFacts, said: readonly Claim[]): Claim[] {
  const known = new Set(said.map(({ label, words }) => toPlain([...label, ': ', ...words])));
  return Object.entries(added).flatMap(([name, answer]) => {
    if (answer.outcome === 'failed') return [];
    const { name: called, legalName, description, industry, employees, foundingYear, locality, country } = answer.facts;
    const where = [locality, country].filter((part) => part).join(', ');
    const claims = Object.entries({
      'Described as': description,
      'Calls itself': legalName ?? called,
      Industry: industry,
      People: employees,
      Founded: foundingYear,
      Where: where,
    }).flatMap(([label, value]) =>
      value ? [claim(label, [theirs(`${value}`)], 'source', { name, url: answer.sourceUrl })] : [],
    );
    return claims.filter(({ label, words }) => !known.has(toPlain([...label, ': ', ...words])));
  });
}
