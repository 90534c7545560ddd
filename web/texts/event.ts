import { inLanguages } from '../../domain/languages.ts';

/** The page of an event. */
export const eventWords = inLanguages(
  {
    title: (event: string, host: string) => `${event} with ${host}`,
    description: (title: string, organization: string) => `Pick a time: ${title}, ${organization}.`,
    unknownZone: 'We do not know that time zone',
    unknownZoneHint: 'Times are in the host’s zone. Please choose yours below.',
  },
  {
    title: (event: string, host: string) => `${event} mit ${host}`,
    description: (title: string, organization: string) => `Zeit wählen: ${title}, ${organization}.`,
    unknownZone: 'Diese Zeitzone kennen wir nicht',
    unknownZoneHint: 'Die Zeiten gelten in der Zeitzone Ihres Gegenübers. Bitte wählen Sie unten Ihre eigene.',
  },
);
