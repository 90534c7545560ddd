import { type ClaimKind, isBackground } from './claim-kinds.ts';
import { type Claim, claim } from './claims.ts';
import type { CompanyFacts } from './company-facts.ts';
import { SIGN_NAMES } from './dns-signs.ts';
import { ageInWords, dateInWords, daysBefore } from './pack-days.ts';
import { shownAddress, theirs, toPlain, type Words } from './pack-words.ts';
import { NEW_DOMAIN_DAYS } from './questions.ts';
import type { DomainFacts, SourceName } from './source.ts';
import { isTellingTool } from './tool-kinds.ts';

/** Endings that companies elsewhere seldom use (not .io, .co, .me and the like). */
const COUNTRY_ENDINGS: ReadonlySet<string> = new Set(
  'at au be br ca ch cz de dk es fi fr ie it jp kr mx nl no nz pl pt se uk'.split(' '),
);
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `US` or `uk` in words; other texts as they are. */
const countryName = (country: string): string =>
  /^[A-Za-z]{2}$/.test(country)
    ? (COUNTRIES.of(country.toUpperCase() === 'UK' ? 'GB' : country.toUpperCase()) ?? country)
    : country;

/** As a sentence has it: "the United Kingdom". */
export const countryInSentence = (country: string): string =>
  countryName(country).replace(/^(?=United |Netherlands|Philippines|Bahamas|Maldives)/u, 'the ');

/** null: English, which hosts expect, or none that we know. */
function languageName(tag: string | null): string | null {
  const language = tag?.toLowerCase().split('-')[0] ?? '';
  return /^[a-z]{2,3}$/.test(language) && language !== 'en' ? (LANGUAGES.of(language) ?? null) : null;
}

/** Names of our own lists are our words. */
const named = (name: string): Words[number] => (SIGN_NAMES.has(name) ? name : theirs(name));
const MOST_NAMES = 8;
const listed = (names: readonly string[]): Words | null =>
  names.length === 0
    ? null
    : names.slice(0, MOST_NAMES).flatMap((name, index) => (index === 0 ? [named(name)] : [', ', named(name)]));
const unlessNull = (text: string | null, words: (text: string) => Words): Words | null =>
  text === null ? null : words(text);

/** What a host needs of the company, and the rest, which stands last. */
export const bothOfCompany = ({
  companyClaims,
}: {
  readonly companyClaims: readonly Claim[];
}): readonly [Claim[], Claim[]] => [
  companyClaims.filter((claim) => !isBackground(claim.kind)),
  companyClaims.filter((claim) => isBackground(claim.kind)),
];

/** What is known of the company, each with its source; most useful first. */
export function companyClaims(company: CompanyFacts, startMs: number): Claim[] {
  const claims: Claim[] = [];
  const say = (source: SourceName, kind: ClaimKind, words: Words | null): void => {
    const url = company.sources[source];
    if (words !== null && url !== null) claims.push(claim(kind, words, 'source', { name: source, url }));
  };
  const quoted = (text: string | null): Words | null => (text === null ? null : [theirs(text)]);
  say('site', 'saysOfItself', quoted(company.oneLiner));
  if (isSilent(company)) say('site', 'webSite', [`It answers: ${SILENCE}`]);
  if (company.looksParked) {
    claims.push(claim('parked', ['Looks parked: its page says that the domain is for sale or unused'], 'estimate'));
  }
  say('site', 'leadsTo', quoted(company.leadsTo));
  say('site', 'callsItself', quoted(company.name));
  say('site', 'industry', quoted(company.industry));
  say('site', 'people', quoted(company.employees));
  say('site', 'founded', company.foundingYear === null ? null : [`${company.foundingYear}`]);
  claims.push(...place(company, say));
  say(
    'site',
    'siteLanguage',
    unlessNull(languageName(company.siteLanguage), (language) => [language]),
  );
  claims.push(...registration(company, startMs, say));
  say(
    'dns',
    'mailBy',
    unlessNull(company.mailProvider, (name) => [named(name)]),
  );
  const hosting = company.hostingProvider ?? company.dnsProvider;
  const kind = company.hostingProvider === null ? 'namesBy' : 'hostedBy';
  say(
    'dns',
    kind,
    unlessNull(hosting, (name) => [named(name)]),
  );
  const tools = furtherTools(company);
  say('dns', 'tools', listed(tools.filter(isTellingTool)));
  say('dns', 'alsoInRecords', listed(tools.filter((tool) => !isTellingTool(tool))));
  say('dns', 'mailRecords', mailRecords(company));
  const profiles = company.profiles.slice(0, 4).map(shownAddress).join(', ');
  say('site', 'profiles', profiles === '' ? null : [theirs(profiles)]);
  return claims;
}

/** Of a site that was read: we know a page's title and description, and no more of what it says. */
export const SILENCE =
  'the title and description of its home page do not say what it does, and no more of the site was read';

/** Whether a site of their own was read that says nothing of the company in words that a program finds. */
export const isSilent = ({ sources, looksParked, leadsTo, ...said }: CompanyFacts): boolean =>
  sources.site !== null &&
  !looksParked &&
  leadsTo === null &&
  [said.oneLiner, said.name, said.industry, said.country, said.locality, said.foundingYear, said.employees].every(
    (fact) => fact === null,
  );

/** Who may send mail for the domain, and what shall happen to other mail. */
function mailRecords({ hasSpf, dmarcPolicy }: CompanyFacts): Words | null {
  if (hasSpf === null || dmarcPolicy === null) return null;
  return [
    `${hasSpf ? 'SPF' : 'no SPF'}, ${dmarcPolicy === 'no record' ? 'no DMARC' : `DMARC with policy ${dmarcPolicy}`}`,
  ];
}

/** What its records name beside those who run its mail, site and names. */
export const furtherTools = ({ tools, ...runBy }: CompanyFacts): string[] =>
  tools.filter((tool) => ![runBy.mailProvider, runBy.hostingProvider, runBy.dnsProvider].includes(tool));

type Say = (source: SourceName, kind: ClaimKind, words: Words | null) => void;

function place({ locality, country, domain }: CompanyFacts, say: Say): Claim[] {
  const where = [locality, country && countryName(country)].filter((part) => part !== null).join(', ');
  if (where !== '') say('site', 'where', [theirs(where)]);
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (where !== '' || !COUNTRY_ENDINGS.has(ending)) return [];
  return [claim('where', [`Probably ${countryInSentence(ending)}: the domain ends in .${ending}`], 'estimate')];
}

function registration({ registeredOn }: CompanyFacts, startMs: number, say: Say): Claim[] {
  if (registeredOn === null) return [];
  const days = daysBefore(registeredOn, startMs);
  const age = days === null ? null : ageInWords(days);
  say('rdap', 'registered', [
    age === null ? dateInWords(registeredOn) : `${dateInWords(registeredOn)}, ${age} before this meeting`,
  ]);
  if (days === null || days >= NEW_DOMAIN_DAYS) return [];
  return [claim('newDomain', ['The domain is new: a young company, or a new name of an older one'], 'estimate')];
}

/** What added providers say, each under its name; not what the site says already in the same words. */
export function providerClaims({ added = {} }: DomainFacts, said: readonly Claim[]): Claim[] {
  const known = new Set(said.map(({ label, words }) => toPlain([...label, ': ', ...words])));
  return Object.entries(added).flatMap(([name, answer]) => {
    if (answer.outcome === 'failed') return [];
    const { name: called, legalName, description, industry, employees, foundingYear, locality, country } = answer.facts;
    const where = [locality, country && countryName(country)].filter((part) => part).join(', ');
    const facts: readonly (readonly [ClaimKind, string | number | null | undefined])[] = [
      ['describedAs', description],
      ['callsItself', legalName ?? called],
      ['industry', industry],
      ['people', employees],
      ['founded', foundingYear],
      ['where', where],
    ];
    const claims = facts.flatMap(([kind, value]) =>
      value ? [claim(kind, [theirs(`${value}`)], 'source', { name, url: answer.sourceUrl })] : [],
    );
    return claims.filter(({ label, words }) => !known.has(toPlain([...label, ': ', ...words])));
  });
}
