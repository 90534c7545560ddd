import { inLanguages } from '../../domain/languages.ts';

/** The button that opens a meeting's link. */
export const joinWords = inLanguages({ join: 'Join the meeting' }, { join: 'Am Termin teilnehmen' });
