import { pageLocale } from '../booking/page-locale.ts';

/**
 * The texts of a part that only browsers draw, in the language of its document. It is chosen once: another language is another document
 * (decision 0251). Parts that the server draws, too, use `inLanguages` and `useWords`.
 */
export const pageWords = <T>(en: T, de: NoInfer<T>): T => (pageLocale().language === 'de' ? de : en);
