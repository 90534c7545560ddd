import type { DnsServers } from './names.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { standInInternetAt } from './stand-in-internet.ts';

interface Config {
  readonly appUrl: string;
  /** Local mode: in place of the internet. */
  readonly internetStandInUrl?: string | undefined;
}

/** The fetch of this process and the DNS servers that it asks. */
export function openOutbound({ appUrl, internetStandInUrl }: Config): {
  readonly outbound: Outbound;
  readonly dnsServers: DnsServers;
} {
  const userAgent = `HoldfastBot/1.0 (+${appUrl})`;
  if (internetStandInUrl === undefined) return { outbound: createOutbound({ userAgent }), dnsServers: undefined };
  const standIn = standInInternetAt(internetStandInUrl);
  return { outbound: createOutbound({ userAgent, standIn }), dnsServers: [new URL(internetStandInUrl).host] };
}

/**
 * Sends webhooks. In local mode also to a receiver on this machine, on any port and without TLS. Elsewhere a name without a public address is
 * `not_found`, as one that does not exist: owners of webhooks read the failure, and it tells them no name of the network around us.
 */
export function openWebhooks({
  appUrl,
  mode,
  internetStandInUrl,
}: Config & { readonly mode: 'local' | 'production' }): Outbound {
  const outbound = createOutbound({
    userAgent: `HoldfastWebhooks/1.0 (+${appUrl})`,
    standIn: internetStandInUrl === undefined ? undefined : standInInternetAt(internetStandInUrl),
    allowsLoopback: mode === 'local',
  });
  if (mode === 'local') return outbound;
  return async (request) => {
    const answer = await outbound(request);
    return answer.outcome === 'failed' && answer.reason === 'forbidden_address'
      ? { outcome: 'failed', reason: 'not_found' }
      : answer;
  };
}
