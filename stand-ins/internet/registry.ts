import { numberedCompany } from './numbered.ts';
import type { Site, StandInCompany } from './world.ts';

const HOST_OF_TLD: Readonly<Record<string, string>> = {
  com: 'rdap.stand-in-registry.com',
  uk: 'rdap.stand-in-nominet.uk',
  io: 'rdap.stand-in-registry.com',
};

/** IANA's file of registries (RFC 9224), and where it and they are. */
export const IANA = 'data.iana.org';
export const REGISTRY_HOSTS: readonly string[] = [IANA, ...new Set(Object.values(HOST_OF_TLD))];

const bootstrap = {
  ...{ version: '1.0', publication: '2026-11-01T00:00:00Z', description: 'Stand-in for the RDAP bootstrap file' },
  services: Object.entries(HOST_OF_TLD).map(([tld, host]) => [[tld], [`https://${host}/${tld}/v1/`]]),
};

/** As registries answer (RFC 9083), cut to the parts that we read and a few beside them. */
const answerOf = ({ domain, registration }: StandInCompany): object => ({
  ...{ objectClassName: 'domain', rdapConformance: ['rdap_level_0'], ldhName: domain.toUpperCase() },
  events: [
    { eventAction: 'last changed', eventDate: '2026-01-02T03:04:05Z' },
    { eventAction: 'registration', eventDate: `${registration?.registeredOn}T04:00:00Z` },
  ],
  entities: [
    { objectClassName: 'entity', roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Abuse Desk']]] },
    {
      ...{ objectClassName: 'entity', roles: ['registrar'] },
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', registration?.registrar ?? ''],
        ],
      ],
    },
  ],
});

const RDAP = { 'content-type': 'application/rdap+json' };

const FAULTS: Readonly<Record<string, Site>> = {
  'fault-rdap-500.com': (_request, response) => response.writeHead(500, RDAP).end('{}'),
  'fault-rdap-429.com': (_request, response) => response.writeHead(429, RDAP).end('{}'),
  'fault-rdap-type.com': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  'fault-rdap-broken.com': (_request, response) => response.writeHead(200, RDAP).end('{"events":'),
  'fault-rdap-empty.com': (_request, response) => response.writeHead(200, RDAP).end('{"objectClassName":"domain"}'),
  'fault-rdap-slow.com': () => {},
};

/** What IANA and the registries serve. */
export function registrySite(companies: readonly StandInCompany[]): Site {
  return (request, response) => {
    const path = request.url ?? '/';
    if (path === '/rdap/dns.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(bootstrap));
      return;
    }
    const name = /\/domain\/([^/]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const fault = FAULTS[name];
    if (fault) return fault(request, response);
    const company =
      companies.find(({ domain, registration }) => domain === name && registration) ?? numberedCompany(name);
    response.writeHead(company ? 200 : 404, RDAP).end(JSON.stringify(company ? answerOf(company) : { errorCode: 404 }));
  };
}
