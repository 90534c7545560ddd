import { inLanguages } from '../../domain/languages.ts';

/** The texts around every page. */
export const frameWords = inLanguages(
  {
    skip: 'Skip to the content',
    foot: 'Scheduling by Holdfast',
    docs: 'Docs',
    agents: 'Agents',
    language: 'Language',
  },
  {
    skip: 'Zum Inhalt springen',
    foot: 'Terminplanung mit Holdfast',
    docs: 'Hilfe (englisch)',
    agents: 'Agenten',
    language: 'Sprache',
  },
);
