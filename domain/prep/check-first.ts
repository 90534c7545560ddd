import type { CompanyFacts } from './company-facts.ts';
import type { PackInput } from './pack-input.ts';
import type { DomainFacts } from './source.ts';

/** Whether the DNS knows no such domain, and no site answered at it. What registries and providers say of it tells nothing of who writes. */
export const isNoDomain = ({ dns, site }: DomainFacts): boolean =>
  dns.outcome === 'failed' && dns.reason === 'not_found' && site.outcome === 'failed';

/** What a host checks before they prepare: signs that the guest is not who, or where, the address says. In our words alone. */
export function checkFirst({ emailClass, lookUp }: PackInput, company: CompanyFacts | null): string[] {
  const signs: string[] = [];
  if (lookUp.facts && isNoDomain(lookUp.facts)) {
    signs.push(
      'The domain of their address does not exist in the DNS, so a mail to it reaches nobody. Ask who they are and for another address before you prepare.',
    );
  }
  if (company?.looksParked) {
    signs.push('The web site of their domain looks parked: it is for sale or unused. Ask where they work.');
  }
  if (emailClass === 'disposable') {
    signs.push('They gave a throw-away address: a later mail may not reach them. Ask for another one.');
  }
  return signs;
}
