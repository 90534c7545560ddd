import { inLanguages } from '../../domain/languages.ts';

/** What dates and times need besides Intl. */
export const timeWords = inLanguages(
  { offsets: (from: string, to: string) => `${from} to ${to}` },
  { offsets: (from: string, to: string) => `${from} bis ${to}` },
);
