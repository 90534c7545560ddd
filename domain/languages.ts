/** The guests' languages: two letters of ISO 639. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** If no language is requested. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** BCP 47 tags for dates and lists by Intl, if no region is given: `en-US` writes 2:00 PM, `en-GB` 14:00. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** The tag of a language in a region; without one, the usual tag of the language. */
export const tagOf = (language: Language, region?: string | null): string =>
  region ? `${language}-${region}` : LANGUAGE_TAGS[language];

/** The words of one area in every language. */
export type Words<T> = Readonly<Record<Language, T>>;

/** A text and its translation: each language must have every text. */
export const inLanguages = <T>(en: T, de: NoInfer<T>): Words<T> => ({ en, de });

/** The language of a row; English if a newer version wrote one that this version lacks. */
export const languageOfRow = (letters: string): Language =>
  LANGUAGES.find((language) => language === letters) ?? DEFAULT_LANGUAGE;
