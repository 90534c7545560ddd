import open from 'open';
import type { Session } from './session.ts';

/** Opens an address for the person at this terminal. Only web pages: another address could start a program. */
export async function openPage({ output, endpoints }: Session, address: string, wanted: boolean): Promise<void> {
  if (wanted && output.interactive && isPage(endpoints.appUrl, address)) await open(address).catch(() => undefined);
}

/** Pages to pay are the payment provider's. Without https: the server's own, and those beside a server on this machine. */
function isPage(appUrl: string, address: string): boolean {
  const { protocol, origin, hostname } = new URL(address);
  const app = new URL(appUrl);
  const isLocal = LOCAL.has(app.hostname) && LOCAL.has(hostname);
  return protocol === 'https:' || (protocol === 'http:' && (origin === app.origin || isLocal));
}

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);
