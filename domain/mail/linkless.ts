/** What is left where a link was. */
const REMOVED = '[…]';
/** Characters that are not seen: they hide a link from a filter and not from a mail program. */
const UNSEEN = /[\p{Cf}\p{DI}]/gu;
const SCHEME = /(?:^|[^\p{L}])\p{L}[\p{L}\p{N}+.-]*:(?:[\\/]{1,}|(?=\p{L}[^\s]*[.@]))|^[\W_]*[\\/]{2}\p{L}/u;
/** Schemes that need no slashes. */
const BARE_SCHEME = /(?:https?|mailto|javascript|data|ftp|tel|sms|file):\S/iu;
/** Words joined by dots, the last of two letters or more: what mail programs take for a domain. */
const DOMAIN =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)*\.(?:\p{L}[\p{L}\p{M}]+|xn--[\p{L}\p{N}-]+)/u;
const DOMAINS = new RegExp(DOMAIN, 'gu');
/** A domain with more: a path, a port, a query, or a name before it. */
const ADDRESSED = new RegExp(`[^\\s@]@${DOMAIN.source}|${DOMAIN.source}\\.?(?:[/?#\\\\]|:\\d)`, 'u');
const WWW = /(?:^|[^\p{L}\p{N}])www\./iu;
const IP = /(?:^|[^\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{N}.])/u;
/** `[text](target)` and `<a`, in mail programs that render them. */
const MARKUP = /\]\(|\]\[|<\/?\p{L}/u;
const DOTS = /[\u3002\u2024\uff0e\uff61\ufe52\u2e3a]/gu;

/**
 * A host's text in which nothing reads as a link: for mails to people who have proved nothing, who never asked for this text (decision
 * 0091). Links and mail addresses become "[…]", the dots of a bare domain become spaces: "Booking.com call" is "Booking com call".
 * Numbers, times and abbreviations stay: "Q3 review 10.5".
 */
export const linkless = (text: string): string =>
  text
    .split(/([^\S\ufeff]+)/u)
    .map((word) => (/^[^\S\ufeff]*$/u.test(word) ? word : linklessWord(word)))
    .join('');

function linklessWord(word: string): string {
  const plain = word.replace(UNSEEN, '').normalize('NFKC').replace(DOTS, '.').replace(UNSEEN, '');
  if (!/[.:/\\@\]<]/u.test(plain)) return word;
  const isLink = [SCHEME, BARE_SCHEME, WWW, ADDRESSED, IP, MARKUP].some((pattern) => pattern.test(plain));
  if (isLink) return REMOVED;
  return DOMAIN.test(plain) ? plain.replace(DOMAINS, (domain) => domain.replaceAll('.', ' ')) : word;
}
