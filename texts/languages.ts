interface LanguageFacts {
  /** As its readers write it. */
  readonly name: string;
  /** BCP 47 tag for dates and lists by Intl, if no region is given: `en-US` writes 2:00 PM, `en-GB` 14:00. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The one list of languages, by two letters of ISO 639. The texts of each are in the folder texts/<letters>/. */
export const LANGUAGE_FACTS = {
  en: { name: 'English', tag: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', tag: 'de-DE', direction: 'ltr' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof LANGUAGE_FACTS;

export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as readonly Language[] as readonly [Language, ...Language[]];

/** If no language is requested. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The facts of a language. */
export const factsOf = (language: Language): LanguageFacts => LANGUAGE_FACTS[language];

/** The tag of a language in a region; without one, the usual tag of the language. */
export const tagOf = (language: Language, region?: string | null): string =>
  region ? `${language}-${region}` : LANGUAGE_FACTS[language].tag;

/** Returns the language of these letters, or undefined. */
export const languageNamed = (letters: unknown): Language | undefined =>
  LANGUAGES.find((language) => language === letters);

/** The language of a row; English if a newer version wrote one that this version lacks. */
export const languageOfRow = (letters: string): Language => languageNamed(letters) ?? DEFAULT_LANGUAGE;
