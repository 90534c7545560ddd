import { LOOPBACK_NAMES } from '../client-networks.ts';
import { plausibleName } from '../untrusted-text.ts';

/** Where the answer of an authorization goes. `computer`: any program on the person's computer may listen there. */
export type RedirectKind = 'web' | 'computer' | 'app';

/** What a person sees of an app before they allow it. Host and redirect are checked by us, the name is not. */
export interface ShownApp {
  /** What it calls itself, if that reads like a name. */
  readonly name: string | null;
  /** The host of its metadata document; null: it registered itself. */
  readonly host: string | null;
  /** The rest of that document’s address: what tells two apps of one host apart. null: it registered itself. */
  readonly path: string | null;
  /** A host, or the scheme of an app, such as `cursor://`. */
  readonly redirectHost: string;
  /** The whole redirect of an app: its scheme alone tells little. null: a web address, whose host tells who gets the answer. */
  readonly redirectAddress: string | null;
  readonly redirectKind: RedirectKind;
}

/** @param redirectUri checked against those that the app registered */
export function shownApp(clientId: string, clientName: string | undefined, redirectUri: string): ShownApp {
  const redirect = new URL(redirectUri);
  const isWeb = redirect.protocol === 'https:' || redirect.protocol === 'http:';
  const isLoopback = isWeb && LOOPBACK_NAMES.includes(redirect.hostname);
  return {
    name: plausibleName(clientName ?? null),
    host: hostOfDocument(clientId),
    path: pathOfDocument(clientId),
    redirectHost: isWeb ? redirect.host : `${redirect.protocol}//`,
    redirectAddress: isWeb ? null : redirect.href,
    redirectKind: isLoopback ? 'computer' : isWeb ? 'web' : 'app',
  };
}

/** The host of a client id that is the address of a metadata document. */
export const hostOfDocument = (clientId: string): string | null =>
  clientId.startsWith('https://') && URL.canParse(clientId) ? new URL(clientId).host : null;

/** Path and query of a client id that is the address of a metadata document, as they are sent: without letters that look like others. */
export const pathOfDocument = (clientId: string): string | null => {
  if (hostOfDocument(clientId) === null) return null;
  const { pathname, search } = new URL(clientId);
  return `${pathname}${search}`;
};

/** How lists and the activity log name an app. */
export const appName = ({ name, host, redirectHost }: ShownApp): string => name ?? host ?? redirectHost;

const PLAIN_HOST = /^[\w.-]+(?::\d+)?$/;

/** The source of a Content-Security-Policy that lets a form end at this address. IPv6 and odd hosts have no form of their own there. */
export function formTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && PLAIN_HOST.test(host) ? `${protocol}//${host}` : protocol;
}
