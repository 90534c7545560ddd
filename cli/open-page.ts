import open from 'open';
import type { Session } from './session.ts';

/** Opens an address for the person at this terminal. Only the server's own pages: another address could start a program. */
export async function openPage({ output, endpoints }: Session, address: string, wanted: boolean): Promise<void> {
  if (wanted && output.interactive && isPageOf(endpoints.appUrl, address)) await open(address).catch(() => undefined);
}

function isPageOf(appUrl: string, address: string): boolean {
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) && origin === new URL(appUrl).origin;
}
