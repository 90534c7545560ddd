import { parse } from 'tldts-icann';

/** Two labels or more, the last of which is no number: an address such as `127.0x1` is no name. */
const NAME = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * Endings of networks of one's own: `internal` is ICANN's; the others are never given out (RFC 6762, appendix G; ICANN's of 2018 on corp, home
 * and mail). The DNS of an operator's network may answer for them. Below `arpa` are reverse zones and the network's own services.
 */
const OWN_NETWORKS: ReadonlySet<string> = new Set([
  ...['arpa', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'mail', 'localdomain'],
]);

/**
 * Whether a host's name may be one of the public internet, so that it may be asked for. Not: IP addresses, single labels, networks of one's
 * own, and IANA's special-use names such as `local`, `onion`, `test` and `example.com`, which tldts keeps.
 * @param host as `URL.hostname` or `domainOfAddress` has it
 */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (!NAME.test(name) || OWN_NETWORKS.has(name.slice(name.lastIndexOf('.') + 1))) return false;
  return parse(name, { detectSpecialUse: true, extractHostname: false }).isSpecialUse === false;
}
