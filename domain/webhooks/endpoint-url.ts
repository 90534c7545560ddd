import { isPublicName } from '../prep/public-name.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A receiver on the same machine: local mode alone may send there. */
export const isLoopbackUrl = ({ protocol, hostname, username, password }: URL): boolean =>
  (protocol === 'http:' || protocol === 'https:') && LOOPBACK.has(hostname) && username === '' && password === '';

/**
 * Returns why deliveries can't be sent to a URL; null: they can, by the URL alone. The addresses of its name are checked at each delivery.
 * @param allowsLoopback local mode: any port of this machine, without TLS
 */
export function whyNotEndpoint(text: string, allowsLoopback: boolean): string | null {
  if (!URL.canParse(text)) return 'is no URL';
  const url = new URL(text);
  if (allowsLoopback && isLoopbackUrl(url)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '')
    return 'must not hold a name and password; put a secret into the query';
  if (url.port !== '') return 'must use port 443';
  if (!isPublicName(url.hostname)) return 'must name a host of the public internet';
  return null;
}

/** The host of a receiver with its port, as deliveries at once are counted by it. `url` is checked. */
export const receiverHost = (url: string): string => new URL(url).host.replace(/\.$/, '');
