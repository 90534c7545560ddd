import type { DnsServers } from './names.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { standInInternetAt } from './stand-in-internet.ts';

/** The fetch of this process and the DNS servers that it asks. @param internetStandInUrl local mode: in place of the internet */
export function openOutbound({
  appUrl,
  internetStandInUrl,
}: {
  readonly appUrl: string;
  readonly internetStandInUrl?: string | undefined;
}): { readonly outbound: Outbound; readonly dnsServers: DnsServers } {
  const userAgent = `HoldfastBot/1.0 (+${appUrl})`;
  if (internetStandInUrl === undefined) return { outbound: createOutbound({ userAgent }), dnsServers: undefined };
  const standIn = standInInternetAt(internetStandInUrl);
  return { outbound: createOutbound({ userAgent, standIn }), dnsServers: [new URL(internetStandInUrl).host] };
}
