import { isNoDomain } from './check-first.ts';
import { type Claim, claimLabel } from './claims.ts';
import type { CompanyFacts } from './company-facts.ts';
import type { PackInput } from './pack-input.ts';
import { cleaned, theirs, type Words } from './pack-words.ts';
import type { DomainFacts } from './source.ts';

const MOST_CHARACTERS = 160;

/** Who comes, in one line: their name and job, else their address. */
export function whoInShort(guestClaims: readonly Claim[]): Words {
  const byLabel = new Map(guestClaims.map((claim) => [claimLabel(claim), claim.words]));
  const title = byLabel.get('Title');
  return [...(byLabel.get('Name') ?? byLabel.get('Address') ?? []), ...(title ? [', ', ...title] : [])];
}

interface Company {
  readonly company: CompanyFacts | null;
  readonly companyDomain: string;
}

/** Who they work for and what that does, in one plain line; else why that is not known. Its facts stand below with their sources. */
export function companyInShort({ lookUp }: PackInput, { company, companyDomain }: Company): Words {
  if (companyDomain === '') return ['Not known: their address names none'];
  const domain = theirs(companyDomain);
  const { facts } = lookUp;
  if (company === null || facts === null) return [domain, ', not looked up'];
  if (isNoDomain(facts)) return [domain, ', which does not exist'];
  if (company.looksParked) return [domain, ', whose web site looks parked'];
  if (company.leadsTo !== null) return [domain, ', whose web site is ', theirs(company.leadsTo)];
  const { name, oneLiner } = company;
  const called = name === null || isIn(name, oneLiner) ? [domain] : [theirs(name), ' (', domain, ')'];
  const does: Words = oneLiner === null ? [silence(facts)] : [': ', theirs(cleaned(oneLiner, MOST_CHARACTERS))];
  return [...called, ...does, ...more(company)];
}

const isIn = (name: string, oneLiner: string | null): boolean =>
  oneLiner?.toLowerCase().includes(name.toLowerCase().replace(/…$/u, '')) ?? false;

function silence({ site }: DomainFacts): string {
  if (site.outcome === 'found') return ', whose web site does not say what they do';
  switch (site.reason) {
    case 'not_found':
    case 'no_page':
      return ', which has no web site';
    case 'timeout':
    case 'unreachable':
      return ', whose web site did not answer';
    default:
      return ', whose web site could not be read';
  }
}

/** Where, how many, since when: as far as its site says so. */
function more({ locality, country, employees, foundingYear }: CompanyFacts): Words {
  const where = locality ?? country;
  return [
    ...(where === null ? [] : ['; in ', theirs(where)]),
    ...(employees === null ? [] : ['; ', theirs(employees), ' people']),
    ...(foundingYear === null ? [] : [`; since ${foundingYear}`]),
  ];
}
