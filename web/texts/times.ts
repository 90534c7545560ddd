import { inLanguages } from '../../domain/languages.ts';

/** Date words that Intl does not have. */
export const timeWords = inLanguages(
  { offsets: (from: string, to: string) => `${from} to ${to}` },
  { offsets: (from: string, to: string) => `${from} bis ${to}` },
);
