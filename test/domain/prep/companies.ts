import type {
  DnsFacts,
  DomainFacts,
  RegistrationFacts,
  SiteFacts,
  SourceAnswer,
  SourceFailure,
} from '../../../domain/prep/source.ts';

/** Ten companies of different kinds, as their sources show them. */

const ASKED = { askedAtMs: Date.UTC(2026, 10, 24, 9), tookMs: 180 };
const urlOf = {
  dns: (domain: string) => `dns:${domain}`,
  site: (domain: string) => `https://${domain}/`,
  rdap: (domain: string) => `https://rdap.example/domain/${domain}`,
};
type Said<Facts> = Partial<Facts> | SourceFailure;

const answer = <Facts>(sourceUrl: string, none: Facts, said: Said<Facts>): SourceAnswer<Facts> =>
  typeof said === 'string'
    ? { ...ASKED, sourceUrl, outcome: 'failed', reason: said }
    : { ...ASKED, sourceUrl, outcome: 'found', facts: { ...none, ...said } };

const NO_DNS: DnsFacts = {
  mailProvider: null,
  mailHosts: [],
  dnsProvider: null,
  hostingProvider: null,
  hasSpf: false,
  dmarcPolicy: null,
  tools: [],
};
const NO_ORGANIZATION: NonNullable<SiteFacts['organization']> = {
  name: null,
  legalName: null,
  description: null,
  foundingYear: null,
  employees: null,
  country: null,
  locality: null,
  industry: null,
};

export function company(
  domain: string,
  { dns, site, rdap }: { dns: Said<DnsFacts>; site: Said<SiteFacts>; rdap: Said<RegistrationFacts> },
): DomainFacts {
  const empty: SiteFacts = {
    finalUrl: urlOf.site(domain),
    title: null,
    description: null,
    siteName: null,
    language: null,
    organization: null,
    profiles: [],
  };
  return {
    domain,
    dns: answer(urlOf.dns(domain), NO_DNS, dns),
    site: answer(urlOf.site(domain), empty, site),
    rdap: answer(urlOf.rdap(domain), { registeredOn: null, registrar: null }, rdap),
  };
}

const google = { mailProvider: 'Google Workspace', mailHosts: ['aspmx.l.google.com'], hasSpf: true } as const;
const microsoft = {
  mailProvider: 'Microsoft 365',
  mailHosts: ['x.mail.protection.outlook.com'],
  hasSpf: true,
} as const;
const record = (name: string) => ({ name, record: `${name.toLowerCase()}-domain-verification` });

export const COMPANIES: Readonly<Record<string, DomainFacts>> = {
  saas: company('quotehive.com', {
    dns: {
      ...google,
      dnsProvider: 'Cloudflare',
      hostingProvider: 'Vercel',
      dmarcPolicy: 'reject',
      tools: [record('Atlassian'), record('HubSpot')],
    },
    site: {
      title: 'Quotehive | Quotes in minutes',
      description: 'Quoting software for distributors of industrial parts.',
      siteName: 'Quotehive',
      language: 'en-US',
      organization: {
        ...NO_ORGANIZATION,
        name: 'Quotehive',
        legalName: 'Quotehive Inc.',
        description: 'Quoting software for distributors of industrial parts.',
        foundingYear: 2017,
        employees: '51-200',
        country: 'US',
        locality: 'Denver',
        industry: 'Software',
      },
      profiles: ['https://github.com/quotehive', 'https://www.linkedin.com/company/quotehive'],
    },
    rdap: { registeredOn: '2017-03-02', registrar: 'Cloudflare, Inc.' },
  }),
  bakery: company('cornerbakery-leith.co.uk', {
    dns: { mailProvider: 'Fasthosts', mailHosts: ['mx.fasthosts.co.uk'] },
    site: { title: 'Corner Bakery Leith: sourdough and rolls, open from 7', language: 'en' },
    rdap: { registeredOn: '2012-06-18', registrar: 'Fasthosts Internet Ltd' },
  }),
  'law-firm': company('harrow-lind.com', {
    dns: { ...microsoft, dmarcPolicy: 'quarantine', tools: [record('Docusign')] },
    site: {
      title: 'Harrow & Lind LLP',
      description: 'Employment law for employers in the Nordics.',
      language: 'en-GB',
      organization: { ...NO_ORGANIZATION, legalName: 'Harrow & Lind LLP', country: 'SE', locality: 'Malmö' },
    },
    rdap: { registeredOn: '2004-01-12', registrar: 'Ascio' },
  }),
  mittelstand: company('brenner-foerdertechnik.de', {
    dns: { ...microsoft, hostingProvider: 'Hetzner' },
    site: {
      title: 'Brenner Fördertechnik GmbH – Förderanlagen aus Siegen',
      description: 'Wir planen und bauen Förderanlagen für Stahlwerke und Gießereien, seit 1956.',
      language: 'de-DE',
      organization: {
        ...NO_ORGANIZATION,
        name: 'Brenner Fördertechnik GmbH',
        locality: 'Siegen',
        country: 'DE',
        foundingYear: 1956,
      },
    },
    rdap: 'not_offered',
  }),
  university: company('northfen.ac.uk', {
    dns: { ...microsoft, tools: [record('Zoom')] },
    site: {
      title: 'University of Northfen',
      description: 'A public research university.',
      language: 'en',
      organization: { ...NO_ORGANIZATION, name: 'University of Northfen', employees: '3200' },
    },
    rdap: 'not_offered',
  }),
  parked: company('brightpeak-consulting.com', {
    dns: { dnsProvider: 'Sedo' },
    site: { title: 'brightpeak-consulting.com - this domain is for sale', description: 'Buy this domain now.' },
    rdap: { registeredOn: '2019-08-01', registrar: 'NameSilo' },
  }),
  'mail-only': company('orlov-advisory.com', {
    dns: { ...google },
    site: 'not_found',
    rdap: { registeredOn: '2015-11-30', registrar: 'Gandi SAS' },
  }),
  refused: company('bankhaus-tessin.ch', {
    dns: { ...microsoft, dmarcPolicy: 'reject' },
    site: 'refused',
    rdap: 'not_offered',
  }),
  robots: company('meridian-freight.com', {
    dns: { ...microsoft, tools: [record('Salesforce')] },
    site: 'robots',
    rdap: { registeredOn: '1998-09-09', registrar: 'MarkMonitor Inc.' },
  }),
  'start-up': company('tidalkiln.io', {
    dns: { ...google, dnsProvider: 'Cloudflare', hostingProvider: 'Cloudflare', tools: [record('Notion')] },
    site: { title: 'Tidalkiln', description: 'Low-heat ceramics for batteries. Coming in 2027.', language: 'en' },
    rdap: { registeredOn: '2026-10-21', registrar: 'Porkbun LLC' },
  }),
};
