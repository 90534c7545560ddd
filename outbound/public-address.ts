import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Not for the whole internet (IANA's special-purpose registries of IPv4), and Azure's door to a machine's own secrets. */
const CLOSED_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
].map((network) => ipaddr.IPv4.parseCIDR(network));

/** All that is given out today. Outside are loopback, mapped and compatible forms, NAT64, unique local, link-local and multicast. */
const GIVEN_OUT_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Teredo, benchmarking and other protocols; documentation; 6to4. */
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((network) =>
  ipaddr.IPv6.parseCIDR(network),
);

/** ISATAP (RFC 5214): the last half of the address is `0:5efe` or `200:5efe`, then an IPv4 address. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;

/**
 * Whether a host of a stranger may have this address: unicast that the whole internet reaches. Forms that carry an IPv4 address inside
 * (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) are never public, whatever they carry. A zone id makes it private.
 */
export function isPublicAddress(text: string): boolean {
  if (isIPv4(text)) {
    const address = ipaddr.IPv4.parse(text);
    return !CLOSED_IPV4.some((network) => address.match(network));
  }
  // ipaddr.js refuses some texts that Node takes: an IPv4 address at the end. None of them is public.
  if (!isIPv6(text) || text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  if (!address.match(GIVEN_OUT_IPV6) || isIsatap(address)) return false;
  return !CLOSED_IPV6.some((network) => address.match(network));
}
