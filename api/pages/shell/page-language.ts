import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '../../../domain/languages.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../web/texts/locale.ts';
import { pathOf, searchOf } from './request-address.ts';

const COOKIE = 'lang';
const ONE_YEAR_MS = 31_536_000_000;
const LABELS: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const asLanguage = (text: unknown): Language | undefined => LANGUAGES.find((language) => language === text);

const languageOf = (tag: string): Language | undefined => asLanguage(tag.toLowerCase().split('-', 1)[0]);

const chosenByCookie = ({ headers }: Request): Language | undefined =>
  asLanguage(/(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1]);

/**
 * Regions that were asked for so far, by tag: about 3,000 at most, as a known language and what has the form of a region (two
 * letters or three digits) is all that comes here.
 */
const writers = new Map<string, string>();

/**
 * How Intl writes dates for a tag of ours: "de-AT" for "de-Latn-AT-u-nu-arab". Extensions and regions that nobody has are left
 * out: formats are kept by this text, and no header may make up new ones without end.
 */
function writerOf(tag: string, language: Language): string {
  const region = regionOf(tag);
  if (region === undefined) return LANGUAGE_TAGS[language];
  const plain = `${language}-${region}`;
  const known = writers.get(plain);
  if (known !== undefined) return known;
  const { locale } = new Intl.DateTimeFormat(plain).resolvedOptions();
  const writer = locale === plain ? plain : LANGUAGE_TAGS[language];
  writers.set(plain, writer);
  return writer;
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/**
 * The language of a page: what the reader chose (`lang`, remembered by a cookie that says nothing else), else the best
 * that the browser asks for (RFC 9110, 12.5.4), else English.
 */
export function localeOf(request: Request): Locale {
  const chosen = asLanguage(request.query.lang) ?? chosenByCookie(request);
  const tag = new Negotiator(request)
    .languages()
    .find((one) => (chosen === undefined ? languageOf(one) !== undefined : languageOf(one) === chosen));
  const language = chosen ?? (tag === undefined ? undefined : languageOf(tag));
  if (language === undefined) return DEFAULT_LOCALE;
  return { language, tag: tag === undefined ? LANGUAGE_TAGS[language] : writerOf(tag, language) };
}

/** Remembers a choice made by `lang`, so that the next pages speak alike. */
export function rememberLanguage(request: Request, response: Response): void {
  response.vary('Accept-Language').vary('Cookie');
  const chosen = asLanguage(request.query.lang);
  if (chosen === undefined) return;
  response.cookie(COOKIE, chosen, { maxAge: ONE_YEAR_MS, httpOnly: true, sameSite: 'lax', secure: request.secure });
}

/** This page in each language; none for what was posted, which a link would lose. */
export function languageLinks(request: Request) {
  if (request.method !== 'GET') return [];
  const path = pathOf(request);
  const query = new URLSearchParams(searchOf(request));
  return LANGUAGES.map((tag) => {
    query.set('lang', tag);
    return { tag, label: LABELS[tag], href: `${path}?${query}` };
  });
}
