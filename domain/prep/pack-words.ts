import { singleLine, withoutHidden } from '../untrusted-text.ts';

const MOST_CHARACTERS = 600;

/** A part of a sentence: our own words as they are, or words that somebody else chose. */
export type Part = string | { readonly theirs: string } | { readonly hosts: string };
export type Words = readonly Part[];

/** A stranger's words: a guest's or a site's. */
export const theirs = (text: string): Part => ({ theirs: text });
/** The words of a host, or of somebody who may edit their settings. */
export const hosts = (text: string): Part => ({ hosts: text });

/** A text of somebody else as one line without anything hidden, at most 600 characters. */
export const cleaned = (text: string, most = MOST_CHARACTERS): string => singleLine(withoutHidden(text), most);

/** Addresses that no program makes a link of: `hxxps://…`, `ftp[:]//…`, `www[.]…`. */
const withoutLinks = (text: string): string =>
  text
    .replace(/\bhttp(s?):\/\//giu, (_, s: string) => `hxxp${s.toLowerCase()}://`)
    .replace(/\b(?!hxxps?:)([a-z][a-z0-9+.-]*):\/\//giu, '$1[:]//')
    .replace(/\bwww\./giu, 'www[.]');

/** A code span: its content is text in every markdown, and only a backtick could end it. */
const asCode = (text: string): string => `\`${withoutLinks(cleaned(text)).replaceAll('`', "'") || '(unreadable)'}\``;

/** A host's words as text: every mark of markdown has a backslash. */
const asText = (text: string): string => cleaned(text).replace(/[\\`*_{}[\]<>()#+!|~@&]/g, '\\$&');

/** An address without its scheme: people can read and copy it, and no program makes a link of it. */
export const shownAddress = (url: string): string => url.replace(/^https:\/\/(?:www\.)?/iu, '').replace(/\/$/, '');

/** One line of markdown. */
export const toMarkdown = (words: Words): string =>
  words
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'theirs' in part ? asCode(part.theirs) : asText(part.hosts);
    })
    .join('');

/** Mail programs make links of names without a scheme, too. */
const withoutNames = (text: string): string => text.replace(/(?<=[\p{L}\p{N}])[.。．｡](?=[\p{L}\p{N}]{2})/gu, '[.]');

const quoted = (words: Words, shown: (theirs: string) => string): string =>
  words
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'theirs' in part ? `“${shown(cleaned(part.theirs)).replace(/[“”"]/g, "'")}”` : cleaned(part.hosts);
    })
    .join('');

/** One line of plain text, a stranger's words in “quotes” that they can't close. */
export const toPlain = (words: Words): string => quoted(words, withoutLinks);

/** The same for a mail, whose readers make links of `acme.com` as well: a stranger's words have `acme[.]com`. */
export const toMail = (words: Words): string => quoted(words, (text) => withoutNames(withoutLinks(text)));

/** The same, of a stranger's words no more than so many characters: the whole is on the page. */
export const shortMail = (words: Words, most: number): string =>
  toMail(
    words.map((part) => {
      if (typeof part === 'string') return part;
      return 'theirs' in part ? theirs(cleaned(part.theirs, most)) : hosts(cleaned(part.hosts, most));
    }),
  );
