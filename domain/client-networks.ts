import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const MAPPED_IPV4_IN_HEX = /^(?:::|0:0:0:0:0:)ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;
/** Some proxies write the port of the client behind its address. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;
const IPV4 = /^(\d+\.\d+\.\d+)\.\d+$/;
const IPV6_64 = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/;
const GROUPS = 8;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

const dottedOf = (...words: readonly string[]): string =>
  words
    .map((word) => Number.parseInt(word, 16))
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.');

/**
 * The smallest network counted as one client: an IPv4 address, or the /64 of an IPv6 address, because one customer gets a whole
 * /64 (RFC 6177) and can change addresses in it. An address that is mapped to IPv6 is the IPv4 address. Other text stays as it is.
 */
export const clientNetwork = (text: string): string => {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  const ip = ipv4 ?? ipv6 ?? text;
  if (!ip.includes(':')) return ip;
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped) return mapped;
  const [, high, low] = MAPPED_IPV4_IN_HEX.exec(ip) ?? [];
  if (high !== undefined && low !== undefined) return dottedOf(high, low);
  const address = ip.split('%', 1)[0] ?? ip;
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = tail === undefined ? 0 : GROUPS - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/** Loopback, private and link-local networks: a proxy's address where the client's is not known. */
const PRIVATE =
  /^(?:0\.|127\.|10\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0::\/64$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;

/** Whether a network is one of the Internet: else it may stand for all clients behind one proxy. */
export const isPublicNetwork = (network: string): boolean => network !== '' && !PRIVATE.test(network);

/** `narrow`: /64 or an IPv4 address; `wide`: /56; `widest`: /48 or an IPv4 /24. */
export type NetworkWidth = 'narrow' | 'wide' | 'widest';

/** An allowance for each width: a wider network has more people, and one customer may have all of it. */
export type ByWidth = Readonly<Record<NetworkWidth, number>>;

export interface ClientNetwork {
  /** Such as `2001:db8:1:2::/64`. */
  readonly name: string;
  readonly width: NetworkWidth;
}

/**
 * The networks that a client is counted in, the smallest first. A customer can have a whole /56 or /48 of IPv6, so 65,536 networks of
 * one customer share an allowance.
 * @param network what `clientNetwork` returns
 */
export function networksAround(network: string): readonly ClientNetwork[] {
  const narrow = { name: network, width: 'narrow' } as const;
  const ipv4 = IPV4.exec(network)?.[1];
  if (ipv4 !== undefined) return [narrow, { name: `${ipv4}.0/24`, width: 'widest' }];
  const [, one, two, three, four] = IPV6_64.exec(network) ?? [];
  if (four === undefined) return [narrow];
  // A /56 leaves the last 8 of 64 bits free.
  const upper = (Number.parseInt(four, 16) & 0xff00).toString(16);
  return [
    narrow,
    { name: `${one}:${two}:${three}:${upper}::/56`, width: 'wide' },
    { name: `${one}:${two}:${three}::/48`, width: 'widest' },
  ];
}

const NEIGHBORS = Array.from({ length: 256 }, (_, last) => last);

/**
 * The narrow networks of the client's /56 or IPv4 /24, its own included: for a count by an index on the narrow name. A /48 has too many.
 * @param network what `clientNetwork` returns
 */
export function narrowNetworksBeside(network: string): readonly string[] {
  const ipv4 = IPV4.exec(network)?.[1];
  if (ipv4 !== undefined) return NEIGHBORS.map((last) => `${ipv4}.${last}`);
  const [, one, two, three, four] = IPV6_64.exec(network) ?? [];
  if (four === undefined) return [network];
  const upper = Number.parseInt(four, 16) & 0xff00;
  return NEIGHBORS.map((last) => `${one}:${two}:${three}:${(upper | last).toString(16)}::/64`);
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
