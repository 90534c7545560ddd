import type {
  DnsFacts,
  DomainFacts,
  RegistrationFacts,
  SiteFacts,
  SourceAnswer,
  SourceFailure,
} from '../../../domain/prep/source.ts';

const ASKED = { askedAtMs: Date.UTC(2026, 10, 24, 9), tookMs: 180 };
type Said<Facts> = Partial<Facts> | SourceFailure;

const answer = <Facts>(sourceUrl: string, none: Facts, said: Said<Facts>): SourceAnswer<Facts> =>
  typeof said === 'string'
    ? { ...ASKED, sourceUrl, outcome: 'failed', reason: said }
    : { ...ASKED, sourceUrl, outcome: 'found', facts: { ...none, ...said } };

const NO_DNS: DnsFacts = {
  ...{ mailProvider: null, mailHosts: [], dnsProvider: null, hostingProvider: null },
  ...{ hasSpf: false, dmarcPolicy: null, tools: [] },
};
type Organization = NonNullable<SiteFacts['organization']>;
const NO_ORGANIZATION: Organization = {
  ...{ name: null, legalName: null, description: null, foundingYear: null },
  ...{ employees: null, country: null, locality: null, industry: null },
};

/** Facts for what no company of the stand-in internet shows. A source that fails is named by its reason. */
export function company(
  domain: string,
  {
    dns = {},
    site = {},
    rdap = {},
  }: {
    readonly dns?: Said<DnsFacts>;
    readonly site?: Said<Omit<SiteFacts, 'organization'> & { readonly organization: Partial<Organization> | null }>;
    readonly rdap?: Said<RegistrationFacts>;
  },
): DomainFacts {
  const url = `https://${domain}/`;
  const page: SiteFacts = {
    ...{ finalUrl: url, title: null, description: null, siteName: null },
    ...{ language: null, organization: null, profiles: [] },
  };
  return {
    domain,
    dns: answer(`dns:${domain}`, NO_DNS, dns),
    site: answer(
      url,
      page,
      typeof site === 'string'
        ? site
        : { ...site, organization: site.organization ? { ...NO_ORGANIZATION, ...site.organization } : null },
    ),
    rdap: answer(`https://rdap.example/domain/${domain}`, { registeredOn: null, registrar: null }, rdap),
  };
}
