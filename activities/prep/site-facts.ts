import { readJsonLd } from '../../domain/prep/read-json-ld.ts';
import type { SiteFacts } from '../../domain/prep/source.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { readHtml } from './read-html.ts';

const LONGEST_URL = 200;

/** A query may hold a visitor's id: it is not shown. A stranger writes the path: a long one is left out, since a cut one would lead nowhere. */
const shownUrl = ({ origin, pathname }: URL): string =>
  origin.length + pathname.length <= LONGEST_URL ? origin + pathname : `${origin}/`;

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i;

/** Returns the facts on a home page about its company. @param url after redirects */
export function siteFacts(url: URL, body: Uint8Array, contentType: string): SiteFacts {
  const { title, language, meta, jsonLd } = readHtml(body, contentType);
  const line = (text: string | null | undefined, maxCharacters: number) =>
    singleLine(text ?? '', maxCharacters) || null;
  return {
    finalUrl: shownUrl(url),
    title: line(title ?? meta.get('og:title'), 200),
    description: line(meta.get('description') ?? meta.get('og:description'), 400),
    siteName: line(meta.get('og:site_name') ?? meta.get('application-name'), 120),
    language: language !== null && LANGUAGE.test(language.trim()) ? language.trim() : null,
    ...readJsonLd(jsonLd),
  };
}
