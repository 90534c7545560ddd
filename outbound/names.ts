import { Resolver } from 'node:dns/promises';
import { isPublicName } from '../domain/prep/public-name.ts';
import { OutboundError } from './outbound-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** A try of the DNS; the second takes longer. */
const TRY_MS = 1_500;
const TRIES = 2;

/** DNS servers, such as `127.0.0.1:53`. undefined: those of the machine. */
export type DnsServers = readonly string[] | undefined;

/**
 * A resolver that asks the DNS itself: never the hosts file. Make one for each look-up: it remembers answers.
 * @param signal cancels what it asks
 */
export function createResolver(servers: DnsServers, signal: AbortSignal): Resolver {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  return resolver;
}

const isNoData = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENODATA';

/** A name may have addresses of one kind alone. */
const orNone = (asked: Promise<string[]>): Promise<string[]> =>
  asked.catch((error: unknown) => {
    if (isNoData(error)) return [];
    throw error;
  });

/**
 * The addresses of a host, IPv4 first. All are public, or none is used: who mixes them wants us to reach the private one. Names that are none
 * of the public internet, and addresses in place of a name, are refused unasked.
 * @param host as `URL.hostname` has it
 * @throws OutboundError not_found, forbidden_address; else an error of the DNS
 */
export async function publicAddressesOf(host: string, resolver: Resolver): Promise<readonly string[]> {
  if (!isPublicName(host)) throw new OutboundError('forbidden_address');
  const addresses = (await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))])).flat();
  if (addresses.length === 0) throw new OutboundError('not_found');
  if (!addresses.every(isPublicAddress)) throw new OutboundError('forbidden_address');
  return addresses;
}
