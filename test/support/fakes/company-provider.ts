import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { EnrichmentProvider } from '../../../activities/prep/provider.ts';
import { failureOfStatus, SourceFailed } from '../../../activities/prep/source-answer.ts';
import type { CompanyProfile } from '../../../domain/prep/source.ts';

const Answer = z.object({
  about: z.string().nullable().default(null),
  sector: z.string().nullable().default(null),
  headcount: z.string().nullable().default(null),
});

/** A paid provider, as an operator would write one: one file, which speaks the provider's HTTP. */
export const companyProvider = (url: string, key: string, wholeMs: number): EnrichmentProvider<CompanyProfile> => ({
  ...{ name: 'example-data', credits: 3, wholeMs },
  sourceUrl: (domain) => `${url}/companies/${domain}`,
  lookUp: async (domain, signal) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/companies/${domain}`, { headers, signal, redirect: 'error' }).catch(() => {
      throw new SourceFailed('unreachable');
    });
    if (response.status !== 200) throw new SourceFailed(failureOfStatus(response.status));
    const found = Answer.safeParse(await response.json().catch(() => null));
    if (!found.success) throw new SourceFailed('unreadable');
    const { about: description, sector: industry, headcount: employees } = found.data;
    return { facts: { description, industry, employees } };
  },
});

const STATUSES: Readonly<Record<string, number>> = { unknown: 404, unpaid: 402, broken: 500 };

/** Its server. Which fault a domain meets is its first label. */
export async function startCompanyProvider(key: string) {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    const domain = (request.url ?? '').slice('/companies/'.length);
    asked.push(domain);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${key}`) return json(401, {});
    const fault = domain.split('.')[0] ?? '';
    if (fault === 'hangs') return;
    if (fault === 'cut') return response.destroy();
    if (fault === 'garbled') return response.writeHead(200).end('<html>');
    if (fault === 'typed') return json(200, { about: 7 });
    const status = STATUSES[fault];
    if (status) return json(status, {});
    json(200, { about: 'Cranes for small ports', sector: 'Machines', headcount: '51-200' });
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
