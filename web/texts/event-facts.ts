import { inLanguages } from '../../domain/languages.ts';

/** The badge of an event whose host answers each request. */
export const eventFactWords = inLanguages({ byApproval: 'Needs approval' }, { byApproval: 'Auf Anfrage' });
