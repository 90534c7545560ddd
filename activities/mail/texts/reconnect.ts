import { inLanguages } from '../../../domain/languages.ts';

/** A calendar that must be connected again. */
export const reconnectTexts = inLanguages(
  {
    subject: (provider: string) => `Connect your ${provider} calendar again`,
    lead: (service: string, provider: string, account: string) =>
      `${provider} no longer lets ${service} read the calendar of ${account}.`,
    effect:
      'Until you connect it again, guests see no free times of yours. Your bookings stand, and your settings are kept.',
    causes:
      'This happens after a change of the password, when access was removed, or when it was not used for a long time.',
    action: 'Connect it again',
    disconnect: 'You do not need this calendar any more? Disconnect it there.',
    footer: (service: string) => `${service} sends this mail once.`,
  },
  {
    subject: (provider: string) => `Verbinden Sie Ihren ${provider}-Kalender erneut`,
    lead: (service: string, provider: string, account: string) =>
      `${service} darf den Kalender von ${account} bei ${provider} nicht mehr lesen.`,
    effect:
      'Bis Sie ihn erneut verbinden, sehen Gäste keine freien Zeiten von Ihnen. Ihre Termine bleiben bestehen, Ihre Einstellungen auch.',
    causes:
      'Das geschieht, wenn das Passwort geändert oder der Zugriff entfernt wurde, oder wenn er lange nicht genutzt wurde.',
    action: 'Erneut verbinden',
    disconnect: 'Sie brauchen diesen Kalender nicht mehr? Trennen Sie ihn dort.',
    footer: (service: string) => `${service} sendet diese E-Mail nur einmal.`,
  },
);
