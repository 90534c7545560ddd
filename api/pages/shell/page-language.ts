import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { factsOf, LANGUAGE_FACTS, LANGUAGES, type Language, languageNamed } from '../../../texts/languages.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../web/parts/locale.ts';
import { pathOf, searchOf } from './request-address.ts';

const COOKIE = 'lang';
const CLOCK_COOKIE = 'clock';
const ONE_YEAR_MS = 31_536_000_000;

const languageOf = (tag: string): Language | undefined => languageNamed(tag.toLowerCase().split('-', 1)[0]);

/** 12 or 24 hours, as a page's link or the cookie says. */
const asClock = (text: unknown): '12' | '24' | undefined => (text === '12' || text === '24' ? text : undefined);

const clockOf = ({ query, headers }: Request): { readonly hour12?: boolean } => {
  const chosen = asClock(query.clock) ?? asClock(/(?:^|;\s*)clock=(12|24)(?:;|$)/.exec(headers.cookie ?? '')?.[1]);
  return chosen === undefined ? {} : { hour12: chosen === '12' };
};

const chosenByCookie = ({ headers }: Request): Language | undefined =>
  languageNamed(/(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1]);

/**
 * The tag to format with, by the requested language and region. About 3,000 entries at most: a known language and anything that
 * has the form of a region (two letters or three digits).
 */
const formatTags = new Map<string, string>();

/**
 * The tag that Intl formats with: "de-AT" for "de-Latn-AT-u-nu-arab". Extensions and unknown regions are dropped: formats are
 * cached by this tag, and a header must not add entries without end.
 */
function formatTagOf(tag: string, language: Language): string {
  const region = regionIn(tag);
  if (region === undefined) return LANGUAGE_FACTS[language].tag;
  const plain = `${language}-${region}`;
  const known = formatTags.get(plain);
  if (known !== undefined) return known;
  const { locale } = new Intl.DateTimeFormat(plain).resolvedOptions();
  const supported = locale === plain ? plain : LANGUAGE_FACTS[language].tag;
  formatTags.set(plain, supported);
  return supported;
}

/** Longer than any tag of a browser: not kept. */
const LONGEST_TAG = 35;
/** Most readers have one of few tags. '': none. */
const regions = new LRUCache<string, string>({ max: 1_000 });

function regionIn(tag: string): string | undefined {
  const known = regions.get(tag);
  if (known !== undefined) return known || undefined;
  const region = readRegion(tag);
  if (tag.length <= LONGEST_TAG) regions.set(tag, region ?? '');
  return region;
}

function readRegion(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/** `lang=auto`: the browser decides again. */
const isReset = (request: Request): boolean => request.query.lang === 'auto';

/**
 * The language of a page: the person's setting, else the reader's choice (`lang`, stored in a cookie), else the browser's first supported one (RFC 9110,
 * 12.5.4), else English.
 */
export const localeOf = (request: Request, setting?: Language): Locale =>
  namedLocale(request, setting) ?? { ...DEFAULT_LOCALE, ...clockOf(request) };

/** The same; null if nobody named a language. */
export function namedLocale(request: Request, setting?: Language): Locale | null {
  const chosen =
    setting ?? languageNamed(request.query.lang) ?? (isReset(request) ? undefined : chosenByCookie(request));
  const tag = new Negotiator(request)
    .languages()
    .find((one) => (chosen === undefined ? languageOf(one) !== undefined : languageOf(one) === chosen));
  const language = chosen ?? (tag === undefined ? undefined : languageOf(tag));
  if (language === undefined) return null;
  return {
    language,
    tag: tag === undefined ? LANGUAGE_FACTS[language].tag : formatTagOf(tag, language),
    ...clockOf(request),
  };
}

/** The region that the reader's browser named, for mails; none if it named none that Intl knows. */
export function regionOf({ language, tag }: Locale): { readonly region?: string } {
  if (tag === LANGUAGE_FACTS[language].tag) return {};
  const region = regionIn(tag);
  return region === undefined ? {} : { region };
}

/** Stores the choices by `lang` and `clock` in cookies: the next pages use them, too. */
export function rememberLanguage(request: Request, response: Response): void {
  response.vary('Accept-Language').vary('Cookie');
  const chosen = languageNamed(request.query.lang);
  if (chosen !== undefined) keepLanguage(request, response, chosen);
  else if (isReset(request)) response.clearCookie(COOKIE);
  const clock = asClock(request.query.clock);
  if (clock !== undefined) response.cookie(CLOCK_COOKIE, clock, lasting(request));
}

const lasting = ({ secure }: Request) => ({ maxAge: ONE_YEAR_MS, httpOnly: true, sameSite: 'lax', secure }) as const;

/** Stores a language in a cookie: also pages without sign-in use it. */
export function keepLanguage(request: Request, response: Response, language: Language): void {
  if (chosenByCookie(request) === language) return;
  response.cookie(COOKIE, language, lasting(request));
}

/** Links to this page in each language; none after a POST, because a link would lose the form. */
export function languageLinks(request: Request) {
  if (request.method !== 'GET') return [];
  const path = pathOf(request);
  const query = new URLSearchParams(searchOf(request));
  return LANGUAGES.map((tag) => {
    query.set('lang', tag);
    return { tag, label: factsOf(tag).name, href: `${path}?${query}` };
  });
}
