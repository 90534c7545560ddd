import { COMPANIES } from './companies/all.ts';
import { FAULT_RECORDS, FAULT_SITES } from './faults.ts';
import { hostileRecords, hostileSite } from './hostile.ts';
import { numberedCompany, numberedPage, numberedRecords } from './numbered.ts';
import { REGISTRY_HOSTS, registrySite } from './registry.ts';
import { SCHEDULER_SITES } from './schedulers/sites.ts';
import { type NameRecords, type Page, type Site, WEB } from './world.ts';

const fullName = (name: string, domain: string): string => (name === '@' ? domain : `${name}.${domain}`);

const show = ({ status = 200, headers = {}, body = '' }: Page): Site => {
  return (_request, response) => response.writeHead(status, headers).end(body);
};

/** All names and sites together. A page that a company does not have is 404. */
export function buildWorld() {
  const pages = new Map(COMPANIES.flatMap(({ pages = {} }) => Object.entries(pages)));
  const zone = new Map<string, NameRecords>([
    ...COMPANIES.flatMap(({ domain, records }) =>
      Object.entries(records).map(([name, found]) => [fullName(name, domain), found] as const),
    ),
    ...REGISTRY_HOSTS.map((host) => [host, WEB] as const),
    ...Object.keys(SCHEDULER_SITES).map((host) => [host, WEB] as const),
    ...Object.entries(FAULT_RECORDS),
  ]);
  // A www that is an alias leads to the web as well.
  for (const { CNAME: alias } of [...zone.values()]) if (alias !== undefined) zone.set(alias, WEB);
  const hosts = new Set([...pages.keys()].map((key) => key.split('/', 1)[0] ?? ''));
  const registry = registrySite(COMPANIES);
  const siteOf = (host: string): Site | undefined => {
    if (REGISTRY_HOSTS.includes(host)) return registry;
    if (numberedCompany(host))
      return (request, response) => show(numberedPage(host, request.url ?? '/') ?? { status: 404 })(request, response);
    if (!hosts.has(host)) return SCHEDULER_SITES[host] ?? FAULT_SITES[host] ?? hostileSite(host);
    return (request, response) =>
      show(pages.get(`${host}${request.url?.split('?', 1)[0]}`) ?? { status: 404 })(request, response);
  };
  return { zone: { get: (name: string) => zone.get(name) ?? numberedRecords(name) ?? hostileRecords(name) }, siteOf };
}
