import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/**
 * The network counted as one client: an IPv4 address, or the /64 of an IPv6 address, because one customer gets a whole
 * /64 (RFC 6177) and can change addresses in it.
 */
export const clientNetwork = (ip: string): string => {
  if (!ip.includes(':')) return ip;
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped) return mapped;
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
