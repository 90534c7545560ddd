import { inLanguages } from '../../domain/languages.ts';

/** The facts of a meeting, on each step of its booking. */
export const factWords = inLanguages(
  {
    what: 'What',
    when: 'When',
    where: 'Where',
    with: '{event} with {host}',
    kept: 'Kept for you',
    keptUntil: (clock: string) => `until ${clock}`,
  },
  {
    what: 'Was',
    when: 'Wann',
    where: 'Wo',
    with: '{event} mit {host}',
    kept: 'Für Sie freigehalten',
    keptUntil: (clock: string) => `bis ${clock}`,
  },
);
