import { inLanguages } from '../../domain/languages.ts';

/** The front page of an origin. */
export const landingWords = inLanguages(
  {
    title: 'Book a meeting',
    description: 'A scheduling service for people, and for the agents that book for them.',
    book: 'To book a meeting',
    bookHint: 'Open the link that your host gave you. To move or cancel one, use the link in your confirmation mail.',
    host: 'To take bookings',
    signIn: 'Sign in or create your own booking page',
    hostHint: 'Sign up with your email address: we mail you a link.',
    trial: 'To try it here',
    trialBook: 'Book with Ada, the demo host',
    trialMails: 'Read the mails that were sent',
    trialGuides: 'README.md has a first booking by API.',
    programs: 'For agents and programs',
    docs: 'Docs: guides and the API reference',
    openapi: 'The whole interface as an OpenAPI document',
    mcp: 'MCP over streamable HTTP:',
    health: 'Health',
  },
  {
    title: 'Einen Termin buchen',
    description: 'Terminplanung für Menschen, und für die Agenten, die für sie buchen.',
    book: 'Einen Termin buchen',
    bookHint:
      'Öffnen Sie den Link, den Sie bekommen haben. Zum Verschieben oder Absagen nehmen Sie den Link in Ihrer Bestätigung.',
    host: 'Termine anbieten',
    signIn: 'Anmelden oder eine eigene Buchungsseite anlegen',
    hostHint: 'Melden Sie sich mit Ihrer E-Mail-Adresse an: Wir schicken Ihnen einen Link.',
    trial: 'Hier ausprobieren',
    trialBook: 'Bei Ada buchen, der Gastgeberin zum Ausprobieren',
    trialMails: 'Die verschickten E-Mails lesen',
    trialGuides: 'In README.md steht eine erste Buchung über die Schnittstelle.',
    programs: 'Für Agenten und Programme',
    docs: 'Dokumentation (englisch): Anleitungen und alle Aufrufe',
    openapi: 'Die ganze Schnittstelle als OpenAPI-Dokument',
    mcp: 'MCP über HTTP (streamable):',
    health: 'Betriebszustand',
  },
);
