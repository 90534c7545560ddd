import { createContext, useContext } from 'react';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a page speaks, and how it writes dates and clocks. */
export interface Locale {
  readonly language: Language;
  /** BCP 47, as the browser asks for it: `en-US` writes 2:00 PM, `en-GB` 14:00 */
  readonly tag: string;
}

/** For whoever asks for nothing in particular. */
export const DEFAULT_LOCALE: Locale = { language: 'en', tag: 'en-GB' };

const LocaleContext = createContext<Locale>(DEFAULT_LOCALE);

export const LocaleProvider = LocaleContext.Provider;

export const useLocale = (): Locale => useContext(LocaleContext);

/** The words of one area in every language. */
export type Words<T> = Readonly<Record<Language, T>>;

/** Every text of an area beside its translation: what one language says, the other must say too. */
export const inLanguages = <T>(en: T, de: NoInfer<T>): Words<T> => ({ en, de });

export const useWords = <T>(words: Words<T>): T => words[useLocale().language];
