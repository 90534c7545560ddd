import { isNoDomain } from './check-first.ts';
import type { ClaimKind } from './claim-kinds.ts';
import type { Claim } from './claims.ts';
import { countryInSentence, SILENCE } from './company-claims.ts';
import type { CompanyFacts } from './company-facts.ts';
import { peopleInWords } from './pack-days.ts';
import type { PackInput } from './pack-input.ts';
import type { PackParts } from './pack-parts.ts';
import { theirs, type Words } from './pack-words.ts';
import type { DomainFacts } from './source.ts';

/** A line of the first lines, and the claims that it tells, so that none is told again. */
export interface InShort {
  readonly label: string;
  readonly words: Words;
  readonly told: readonly Claim[];
}

/** What is known, in four lines: why they come, who, of where, and what was before. Who reads no further knows the most. */
export function inShort(input: PackInput, parts: PackParts): InShort[] {
  const reason = parts.answerClaims.find(({ isReason }) => isReason);
  return [
    ...(reason ? [{ label: 'Why they come', words: reason.words, told: [reason] }] : []),
    whoInShort(parts.guestClaims),
    companyInShort(input, parts),
    before(parts.bookingClaims),
  ];
}

/** Who comes: their name, job and address. */
function whoInShort(guestClaims: readonly Claim[]): InShort {
  const told = guestClaims.filter(({ kind }) => kind === 'name' || kind === 'title' || kind === 'address');
  return { label: 'Who', words: told.flatMap(({ words }, at) => [...(at > 0 ? [', '] : []), ...words]), told };
}

/** What the host had with them, and with others of the same place. */
function before(bookingClaims: readonly Claim[]): InShort {
  const told = bookingClaims.filter(({ kind }) => kind === 'before' || kind === 'othersThere');
  return { label: 'Before', words: told.flatMap(({ words }, at) => [...(at > 0 ? ['. '] : []), ...words]), told };
}

/** Who they work for and what that does, in one plain line; else why that is not known. */
export function companyInShort(
  { lookUp }: PackInput,
  { company, companyDomain, companyClaims, kind }: PackParts,
): InShort {
  const label = `${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}`;
  const say = (words: Words, kinds: readonly ClaimKind[]): InShort => ({
    ...{ label, words },
    told: companyClaims.filter((claim) => isOurs(claim) && claim.kind !== undefined && kinds.includes(claim.kind)),
  });
  if (companyDomain === '') return say(['Not known: their address names none'], []);
  const domain = theirs(companyDomain);
  const { facts } = lookUp;
  if (company === null || facts === null) return say([domain, ', not looked up'], []);
  if (isNoDomain(facts)) return say([domain, ', which does not exist'], ['webSite', 'dns']);
  if (company.looksParked) return say([domain, ', whose web site looks parked: for sale or unused'], ['parked']);
  if (company.leadsTo !== null) return say([domain, ', which leads to ', theirs(company.leadsTo)], ['leadsTo']);
  const { name, oneLiner } = company;
  const called = name === null || isIn(name, oneLiner) ? [domain] : [theirs(name), ' (', domain, ')'];
  const does: Words = oneLiner === null ? [silence(facts)] : [': ', theirs(oneLiner)];
  return say([...called, ...does, ...more(companyClaims, company)], TOLD);
}

const TOLD: readonly ClaimKind[] = ['saysOfItself', 'callsItself', 'webSite', 'where', 'people', 'founded'];

/** A provider's own words stand under its name. */
const isOurs = ({ tag, source }: Claim): boolean =>
  tag === 'estimate' || source?.name === 'site' || source?.name === 'dns';

const isIn = (name: string, oneLiner: string | null): boolean =>
  oneLiner?.toLowerCase().includes(name.toLowerCase().replace(/…$/u, '')) ?? false;

function silence({ site }: DomainFacts): string {
  if (site.outcome === 'found') return `: ${SILENCE}`;
  switch (site.reason) {
    case 'not_found':
      return ', which has no web site';
    case 'no_page':
      return ', which has no page at its address';
    case 'timeout':
    case 'unreachable':
      return ', whose web site did not answer';
    default:
      return ', whose web site could not be read';
  }
}

/** Where, how many, since when: as far as its site says so, or its domain ends in a country's letters. */
function more(companyClaims: readonly Claim[], { employees, domain }: CompanyFacts): Words {
  const of = (kind: ClaimKind) => companyClaims.find((claim) => isOurs(claim) && claim.kind === kind);
  const where = of('where');
  const founded = of('founded');
  const parts: Words[] = [
    ...(where ? [placeWords(where, domain)] : []),
    ...(employees === null ? [] : [[peopleInWords(employees)]]),
    ...(founded ? [['since ', ...founded.words]] : []),
  ];
  return parts.flatMap((words) => ['; ', ...words]);
}

function placeWords({ tag, words }: Claim, domain: string): Words {
  if (tag !== 'estimate') return ['in ', ...words];
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  return [`probably in ${countryInSentence(ending)}, as its domain ends in .${ending}`];
}
