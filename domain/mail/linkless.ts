import { normalized } from '../normalized.ts';

/** What is left where a link was. */
const REMOVED = '[…]';
/** Characters that are not seen: they hide a link from a filter and not from a mail program. */
const UNSEEN = /[\p{Cf}\p{DI}]/gu;
/** Dots of other scripts, and signs that look like a dot. */
const DOTS = /\u3002|\u2024|\uff0e|\uff61|\ufe52|\u2e3a|\u06d4|\u0701|\u0702|\ua4f8|\ua60e|\u{10a50}|\u{1d16d}/gu;
/** A dot in brackets or in code: "evil[.]com", "evil%2ecom". */
const WRAPPED_DOT = /[[({<]\.[\])}>]|%(?:25)*2e|&#0*46;?|&#x0*2e;?|&period;/giu;
/** A scheme: before slashes, or before a letter (then a dot or @ must follow). */
const SCHEME_SLASHES = /\p{L}[\p{N}+.-]{0,20}:[\\/]|^[\W_]*[\\/]{2}\p{L}/u;
const SCHEME_LETTER = /\p{L}[\p{N}+.-]{0,20}:\p{L}/u;
/** Schemes that need no slashes. */
const BARE_SCHEME = /(?:https?|mailto|javascript|data|ftp|tel|sms|file):\S/iu;
/** An ending and more: a path, a query or a port. What is before the dot does not matter: names may hold any sign. */
const ADDRESSED = /(?<!\.)\.(?:\p{L}[\p{L}\p{M}]+|xn--[\p{L}\p{N}-]+)\.?(?:[/?#\\]|:\S)/iu;
const MAIL_ADDRESS = /[^\s@]@[^\s@]*\.(?:\p{L}[\p{L}\p{M}]|xn--)/iu;
const WWW = /(?:^|[^\p{L}\p{N}])www\./iu;
const IP = /(?:^|[^\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{N}.])/u;
/** Hosts without a dot: localhost, IPv6 in brackets, an IPv4 address as one number. */
const DOTLESS =
  /(?:^|[^\p{L}\p{N}])(?:localhost(?:[/?#\\]|:\d)|(?:\d{8,10}|0x[\da-f]{1,8})(?:[/\\]|:\d+[/\\]))|\[(?=[\da-f]{0,4}:[\da-f]{0,4}:)[\da-f:.%]{2,60}\](?:[/?#\\]|:\d)/iu;
/** `[text](target)` and `<a`, in mail programs that render them. */
const MARKUP = /\]\(|\]\[|<\/?\p{L}/u;
const LINKS = [SCHEME_SLASHES, BARE_SCHEME, WWW, ADDRESSED, MAIL_ADDRESS, IP, DOTLESS, MARKUP];
/** The dot before an ending of two letters or more: what mail programs take for a domain. Not the last dot of "now...then". */
const DOMAIN_DOT = /(?<=[^\s.])\.(?=\p{L}[\p{L}\p{M}]|xn--)/giu;

/**
 * A host's text in which nothing reads as a link: for mails to people who have proved nothing, who never asked for this text (decision
 * 0091). Links and mail addresses become "[…]", the dots of a bare domain become spaces: "Booking.com call" is "Booking com call".
 * Numbers, times and abbreviations stay: "Q3 review 10.5". Takes linear time: no pattern scans the same part again.
 */
export const linkless = (text: string): string =>
  text
    .split(/([^\S\ufeff]+)/u)
    .map((word) => (/^[^\S\ufeff]*$/u.test(word) ? word : linklessWord(word)))
    .join('');

function linklessWord(word: string): string {
  const seen = normalized(word.replace(UNSEEN, ''), 'NFKC').replace(DOTS, '.').replace(UNSEEN, '');
  const plain = seen.replace(WRAPPED_DOT, '.');
  if (!/[.:/\\@\]<]/u.test(plain)) return word;
  if (LINKS.some((pattern) => pattern.test(plain)) || isSchemeAndName(plain)) return REMOVED;
  const dotless = plain.replace(DOMAIN_DOT, ' ');
  return dotless === seen ? word : dotless;
}

/** "mailbox:somebody@example", "app:evil.example". */
function isSchemeAndName(plain: string): boolean {
  const at = plain.search(SCHEME_LETTER);
  return at >= 0 && /[.@]/u.test(plain.slice(plain.indexOf(':', at)));
}

/**
 * A host with its port, or the scheme of an app, whole and yet no link: "attacker[.]example[:]8443". For what a person must read exactly,
 * where {@link linkless} would take it away. IPv6 stays: no mail program makes a link of it without a scheme.
 */
export const spelledHost = (host: string): string =>
  host.startsWith('[') ? host : host.replaceAll('.', '[.]').replaceAll(':', '[:]');
