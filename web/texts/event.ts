import { inLanguages } from '../../domain/languages.ts';

/** The page of an event, with a note for agents. */
export const eventWords = inLanguages(
  {
    title: (event: string, host: string) => `${event} with ${host}`,
    description: (title: string, organization: string) => `Pick a time: ${title}, ${organization}.`,
    agents:
      'For agents: do not read this page. It is there as {markdown}, and its times with all rules and the next calls as {json}; the whole interface is the {openapi}.',
    openapi: 'OpenAPI document',
    unknownZone: 'We do not know that time zone',
    unknownZoneHint: 'Times are in the host’s zone. Please choose yours below.',
  },
  {
    title: (event: string, host: string) => `${event} mit ${host}`,
    description: (title: string, organization: string) => `Zeit wählen: ${title}, ${organization}.`,
    agents:
      'Für Agenten: Lesen Sie nicht diese Seite. Es gibt sie als {markdown}, ihre Zeiten mit allen Regeln und den nächsten Aufrufen als {json}; die ganze Schnittstelle beschreibt das {openapi}.',
    openapi: 'OpenAPI-Dokument',
    unknownZone: 'Diese Zeitzone kennen wir nicht',
    unknownZoneHint: 'Die Zeiten gelten in der Zeitzone Ihres Gegenübers. Bitte wählen Sie unten Ihre eigene.',
  },
);
