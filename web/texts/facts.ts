import { inLanguages } from '../../domain/languages.ts';

/** The facts of a meeting, on each step of its booking. */
export const factWords = inLanguages(
  {
    what: 'What',
    when: 'When',
    where: 'Where',
    with: '{event} with {host}',
  },
  {
    what: 'Was',
    when: 'Wann',
    where: 'Wo',
    with: '{event} mit {host}',
  },
);
