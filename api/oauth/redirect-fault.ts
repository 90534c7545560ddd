import { LOOPBACK_NAMES } from '../../domain/client-networks.ts';

/**
 * Schemes of programs that come with a computer or a browser, of what a browser shows by itself, and those that the HTML standard lets any
 * website take: no app gets its answer there, and a link to one opens a program, or a page of somebody else.
 */
const NO_APP: readonly RegExp[] = [
  // Browsers, and what they open for others.
  /^(?:microsoft|windows(?:defender)?|google-?chromes?|chrome|chromium|firefox|moz|safari|edge|opera|brave|vivaldi|duckduckgo)(?:[.+-].*)?$/,
  /^(?:x-safari|x-web-search|touch-https?|view-source|about|blob|data|javascript|vbscript|file|filesystem|jar|res|resource|intent|https?)(?:[.+-].*)?$/,
  /^(?:android-app|(?:web|ext)\+.*)$/,
  // Of the system.
  /^(?:ms|search|xbox|onenote|itms\w*|x-apple|x-help|x-man-page|x-radar|bing\w+|outlook(?:cal|mail|accounts)?)(?:[.+-].*)?$/,
  /^(?:shell|calculator|feedback-hub|insiderhub|stickynotes|explorer|control|hcp|mk|ts|help|ghelp|man|info|dict|addressbook|applescript)$/,
  /^(?:macappstores?|photos|music|videos?|maps|calshow|shortcuts|workflow|prefs|app-prefs|diagnostics|market|apt|snap|trash|admin|computer|network)$/,
  // Of mail, calls, shares and readers.
  /^(?:mailto|mid|cid|tel|sms|smsto|mms|mmsto|im|ichat|imessage|message|callto|facetime[\w.+-]*|skype|sips?|xmpp|ircs?|ircs?6|matrix|geo|magnet|bitcoin)$/,
  /^(?:ftps?|sftp|ssh|telnet|rlogin|tn3270|wss?|ldaps?|smb|cifs|nfs|afp|davs?|vnc|rdp|gopher|news|snews|nntp|wais|openpgp4fpr|wtai|finger|daap)$/,
  /^(?:read|reader|feeds?|podcast|itpc|pcast|webcals?|jnlps?|steam|urn)$/,
];

/** Longer ones are no redirects (`faultOf`). The parser normalizes names, mark by mark: 56 kB of marks take it seconds. */
const LONGEST = 2_000;

/** Returns whether a redirect leads to this computer. Its text may only look so: `http://localhost:x@evil.example`. */
export function isLoopback(uri: string): boolean {
  if (uri.length > LONGEST || !URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK_NAMES.includes(hostname);
}

/** Spaces, controls and backslashes are left out or changed by who parses an address, so it is another than its text says. */
const CHANGED_BY_PARSING = /[\s\p{Cc}\\]/u;
/** An address within an address: `https:` needs no slashes, and `//` begins one without a scheme. */
const HOLDS_ADDRESS = /https?:|\/\/|\\/i;

/** Text without its escapes, each of several layers. */
function unescaped(text: string, layers = 3): string {
  const once = text.replace(/%[0-9a-f]{2}/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)));
  return layers > 1 && once !== text ? unescaped(once, layers - 1) : once;
}

/** Why no app gets its answer at this address; undefined: one may, or it is none, which the library says. */
export function redirectFault(uri: string): string | undefined {
  if (CHANGED_BY_PARSING.test(uri)) return 'redirect_uris: no spaces, controls or backslashes';
  if (!URL.canParse(uri)) return undefined;
  const { protocol, href } = new URL(uri);
  const scheme = protocol.slice(0, -1);
  if (scheme === 'https') return undefined;
  if (scheme === 'http')
    return isLoopback(uri)
      ? undefined
      : 'redirect_uris: http only to this computer (localhost, 127.0.0.1, [::1]), else https';
  if (NO_APP.some((belongs) => belongs.test(scheme))) return `redirect_uris: the scheme ${scheme} belongs to no app`;
  const rest = uri.slice(protocol.length);
  if (href.slice(protocol.length) !== rest) return `redirect_uris: write it as ${href.slice(0, 200)}`;
  if (!rest.startsWith('/') && !scheme.includes('.')) return `redirect_uris: ${scheme}: is followed by /`;
  if (HOLDS_ADDRESS.test(unescaped(rest.replace(/^\/{1,3}(?!\/)/, ''))))
    return `redirect_uris: the address of ${scheme} holds another one`;
  return undefined;
}
