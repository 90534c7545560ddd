import { inLanguages } from '../../domain/languages.ts';

/** The document of a page that the browser draws, before it has drawn. */
export const appWords = inLanguages(
  {
    loading: 'Loading',
    script: 'This page needs JavaScript. Signing in and booking do not.',
    device: 'A device asks for access',
  },
  {
    loading: 'Lädt',
    script: 'Diese Seite braucht JavaScript. Anmelden und Buchen brauchen es nicht.',
    device: 'Ein Gerät bittet um Zugang',
  },
);
