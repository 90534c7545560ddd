import { LANGUAGES } from '../../../texts/languages.ts';
import { DEFAULT_LOCALE, type Locale } from '../../parts/locale.ts';

/** The page's locale, as the server wrote it on the document; without a document the default. */
export function pageLocale(): Locale {
  const tag = (typeof document === 'undefined' ? '' : document.documentElement.lang) || DEFAULT_LOCALE.tag;
  return { language: LANGUAGES.find((language) => tag.startsWith(language)) ?? DEFAULT_LOCALE.language, tag };
}
