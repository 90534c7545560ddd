import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies write the port of the client behind its address. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\])(?::\d+)?$/;
/** The /64 of an IPv6 address has four groups of 16 bits. */
const GROUPS_OF_64 = 4;

/**
 * undefined: no address. One that is mapped to IPv6 is the IPv4 address. Node checks first: ipaddr.js would take `1` and octal numbers as
 * IPv4, and takes long to refuse a text.
 */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text) || !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** The first address of a network. @param network what `clientNetwork` returns */
const firstAddressOf = (network: string) => addressOf(network.split('/', 1)[0] ?? network);

/** All groups are written before `::`. Rows hold such names, and hashes of them: the form never changes. */
const ipv6Network = (groups: readonly number[], bits: number): string =>
  `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;

/**
 * The smallest network counted as one client: an IPv4 address, or the /64 of an IPv6 address, because one customer gets a whole
 * /64 (RFC 6177) and can change addresses in it. An address that is mapped to IPv6 is the IPv4 address. Other text stays as it is.
 */
export const clientNetwork = (text: string): string => {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  const written = ipv4 ?? ipv6 ?? text;
  const address = addressOf(written);
  if (address === undefined) return written;
  return address instanceof ipaddr.IPv4 ? address.toString() : ipv6Network(address.parts.slice(0, GROUPS_OF_64), 64);
};

/** A proxy's address where the client's is not known. */
const NOT_PUBLIC: ReadonlySet<string> = new Set<ReturnType<(ipaddr.IPv4 | ipaddr.IPv6)['range']>>([
  'unspecified',
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

/** Whether a network is one of the Internet: else it may stand for all clients behind one proxy. */
export const isPublicNetwork = (network: string): boolean => {
  const range = firstAddressOf(network)?.range();
  return network !== '' && (range === undefined || !NOT_PUBLIC.has(range));
};

/** `narrow`: /64 or an IPv4 address; `wide`: /56; `widest`: /48 or an IPv4 /24. */
export type NetworkWidth = 'narrow' | 'wide' | 'widest';

/** An allowance for each width: a wider network has more people, and one customer may have all of it. */
export type ByWidth = Readonly<Record<NetworkWidth, number>>;

export interface ClientNetwork {
  /** Such as `2001:db8:1:2::/64`. */
  readonly name: string;
  readonly width: NetworkWidth;
  /** `other`: text that is no address. */
  readonly family: 'ipv4' | 'ipv6' | 'other';
}

/** The numbers of a /64's first 48 bits and of its /56. */
const groupsOf = (address: ipaddr.IPv6) => {
  const narrow = address.parts.slice(0, GROUPS_OF_64);
  const site = narrow.slice(0, -1);
  // A /56 leaves the last 8 of 64 bits free.
  return { site, upper: (narrow.at(-1) ?? 0) & 0xff00 };
};

/**
 * The networks that a client is counted in, the smallest first. A customer can have a whole /56 or /48 of IPv6, so 65,536 networks of
 * one customer share an allowance.
 * @param network what `clientNetwork` returns
 */
export function networksAround(network: string): readonly ClientNetwork[] {
  const address = firstAddressOf(network);
  if (address === undefined) return [{ name: network, width: 'narrow', family: 'other' }];
  if (address instanceof ipaddr.IPv4) {
    const family = 'ipv4';
    const wide = `${address.octets.slice(0, 3).join('.')}.0/24`;
    return [
      { name: network, width: 'narrow', family },
      { name: wide, width: 'widest', family },
    ];
  }
  const family = 'ipv6';
  const { site, upper } = groupsOf(address);
  return [
    { name: network, width: 'narrow', family },
    { name: ipv6Network([...site, upper], 56), width: 'wide', family },
    { name: ipv6Network(site, 48), width: 'widest', family },
  ];
}

const NEIGHBORS = Array.from({ length: 256 }, (_, last) => last);

/**
 * The narrow networks of the client's /56 or IPv4 /24, its own included: for a count by an index on the narrow name. A /48 has too many.
 * @param network what `clientNetwork` returns
 */
export function narrowNetworksBeside(network: string): readonly string[] {
  const address = firstAddressOf(network);
  if (address === undefined) return [network];
  if (address instanceof ipaddr.IPv4) {
    const octets = address.octets.slice(0, 3).join('.');
    return NEIGHBORS.map((last) => `${octets}.${last}`);
  }
  const { site, upper } = groupsOf(address);
  return NEIGHBORS.map((last) => ipv6Network([...site, upper | last], 64));
}

/** Rows of one narrow network; null: not known. */
export interface CountOfNetwork {
  readonly network: string | null;
  readonly count: number;
}

/** The allowance that `more` on top of the counted would exceed, of any network around the client; null: none. */
export function exceededAllowance(
  network: string,
  counts: readonly CountOfNetwork[],
  { allowances, more }: { readonly allowances: ByWidth; readonly more: number },
): number | null {
  const exceeded = networksAround(network).find(({ name, width }) => {
    const within = counts.filter((one) => one.network !== null && isWithin(one.network, name));
    return within.reduce((sum, { count }) => sum + count, more) > allowances[width];
  });
  return exceeded ? allowances[exceeded.width] : null;
}

/** Whether the narrow network is part of the wider one, or the same. */
export const isWithin = (network: string, wider: string): boolean =>
  networksAround(network).some(({ name }) => name === wider);

/** The names that every machine has for itself in a URL: one host under three names. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The Host header values of an address: for loopback, all its names. */
export const hostsOf = (url: string): string[] => {
  const { hostname, host, port } = new URL(url);
  if (!LOOPBACK_NAMES.includes(hostname)) return [host];
  return LOOPBACK_NAMES.map((name) => (port ? `${name}:${port}` : name));
};
