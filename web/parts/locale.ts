import { createContext, useContext } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGE_FACTS, type Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';

/** A page's language, and how it writes dates and clocks. */
export interface Locale {
  readonly language: Language;
  /** BCP 47, from the browser: `en-US` writes 2:00 PM, `en-GB` 14:00 */
  readonly tag: string;
  /** whether clocks have AM and PM, by the reader's choice; absent: as the tag says */
  readonly hour12?: boolean;
}

/** For requests without a supported language. */
export const DEFAULT_LOCALE: Locale = { language: DEFAULT_LANGUAGE, tag: LANGUAGE_FACTS[DEFAULT_LANGUAGE].tag };

const LocaleContext = createContext<Locale>(DEFAULT_LOCALE);

export const LocaleProvider = LocaleContext.Provider;

export const useLocale = (): Locale => useContext(LocaleContext);

/** Returns a text (an export of texts/en) in the language of the page. */
export const useWords = <T>(text: T): T => translated(text, useLocale().language);
