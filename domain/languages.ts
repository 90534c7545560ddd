/** What guests are spoken to in: two letters of ISO 639. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** For whoever asks for nothing in particular. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** How Intl writes dates and lists in a language, BCP 47, for whoever names no region: `en-US` writes 2:00 PM, `en-GB` 14:00. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** The words of one area in every language. */
export type Words<T> = Readonly<Record<Language, T>>;

/** Every text of an area beside its translation: what one language says, the other must say too. */
export const inLanguages = <T>(en: T, de: NoInfer<T>): Words<T> => ({ en, de });

/** The language of a row; English where a newer version wrote one that this does not speak. */
export const languageOfRow = (letters: string): Language =>
  LANGUAGES.find((language) => language === letters) ?? DEFAULT_LANGUAGE;
