import { texts as english, type Texts } from './en/index.ts';
import { LANGUAGES, type Language } from './languages.ts';

type ByLanguage = ReadonlyMap<Language, unknown>;

const TEXTS = new Map<Language, Texts>(
  await Promise.all(
    LANGUAGES.map(async (language) => {
      const { texts } = (await import(`./${language}/index.ts`)) as { readonly texts: Texts };
      return [language, texts] as const;
    }),
  ),
);

/** The text of each language, by the English one. */
const TRANSLATIONS: ReadonlyMap<unknown, ByLanguage> = new Map(
  Object.entries(english).flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, text]): [unknown, ByLanguage] => [
      text,
      new Map(LANGUAGES.map((language) => [language, textIn(language, area, name)])),
    ]),
  ),
);

function textIn(language: Language, area: string, name: string): unknown {
  const areas: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined = TEXTS.get(language);
  return areas?.[area]?.[name];
}

/**
 * Returns a text in a language. Code names texts by the English ones, as with gettext. A browser's build has the texts of one language in their place
 * (web/app/language-plugin.ts), so there this returns what it gets.
 * @param text an export of texts/en
 * @throws Error if it is none
 */
export function translated<T>(text: T, language: Language): T {
  const byLanguage = TRANSLATIONS.get(text);
  if (byLanguage === undefined) throw new Error('only exports of texts/en have translations');
  return byLanguage.get(language) as T;
}
