import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts-icann';

/** The domain as the lists and the DNS write it: lower case, ASCII, without the dot of the root. Empty: no domain. */
export function domainOfAddress(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1)).replace(/\.$/, '');
}

/**
 * The domain and its parents, up to the registered one. Not further: the lists hold a few public suffixes (edu.pl,
 * com.ar), which many schools and shops of a country share.
 */
export function withParents(domain: string): string[] {
  const registered = getDomain(domain);
  if (registered === null) return [domain];
  const within = [domain];
  for (let name = domain; name !== registered; ) {
    name = name.slice(name.indexOf('.') + 1);
    within.push(name);
  }
  return within;
}

/** What somebody registered, such as `acme.co.uk` of `mail.acme.co.uk`; null: an IP address, a public suffix, one label. */
export const registeredDomain = (host: string): string | null => getDomain(host);
