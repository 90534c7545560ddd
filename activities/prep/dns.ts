import { type DnsAnswers, readDns } from '../../domain/prep/read-dns.ts';
import type { DnsFacts, SourceFailure } from '../../domain/prep/source.ts';
import { createResolver, type DnsServers } from '../../outbound/names.ts';
import type { EnrichmentProvider } from './provider.ts';
import { SourceFailed } from './source-answer.ts';

const FAILURES: Readonly<Record<string, SourceFailure>> = {
  ...{ ENOTFOUND: 'not_found', ETIMEOUT: 'timeout', ECANCELLED: 'timeout', ESERVFAIL: 'server_error' },
  ...{ EREFUSED: 'refused', ECONNREFUSED: 'unreachable', EBADRESP: 'unreadable', EFORMERR: 'unreadable' },
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** No record of this kind is an answer; any other failure is one of the source: nothing may look absent that was not heard. */
const records = <T>(asked: Promise<T[]>): Promise<T[]> =>
  asked.catch((error: unknown) => {
    const code = codeOf(error);
    if (code === 'ENODATA') return [];
    throw new SourceFailed(FAILURES[code] ?? 'unreachable');
  });

/** As `records`, for names below the domain: they need not exist. */
const recordsBelow = <T>(asked: Promise<T[]>): Promise<T[]> =>
  records(asked).catch((error: unknown) => {
    if (error instanceof SourceFailed && error.reason === 'not_found') return [];
    throw error;
  });

const joined = (texts: readonly string[][]): string[] => texts.map((parts) => parts.join(''));

async function askAll(domain: string, servers: DnsServers, signal: AbortSignal): Promise<DnsAnswers> {
  const resolver = createResolver(servers, signal);
  const [mail, texts, nameServers, wwwAliases, dmarcTexts] = await Promise.all([
    records(resolver.resolveMx(domain)),
    records(resolver.resolveTxt(domain)),
    records(resolver.resolveNs(domain)),
    recordsBelow(resolver.resolveCname(`www.${domain}`)),
    recordsBelow(resolver.resolveTxt(`_dmarc.${domain}`)),
  ]);
  return { mail, texts: joined(texts), nameServers, wwwAliases, dmarcTexts: joined(dmarcTexts) };
}

/** Asks the DNS of a domain. All of its five questions must be answered, within `wholeMs`. */
export const dnsProvider = (options: {
  readonly servers: DnsServers;
  readonly wholeMs: number;
}): EnrichmentProvider<DnsFacts> => ({
  ...{ name: 'dns', credits: 0, wholeMs: options.wholeMs },
  sourceUrl: (domain) => `dns:${domain}`,
  lookUp: async (domain, signal) => ({ facts: readDns(await askAll(domain, options.servers, signal)) }),
});
