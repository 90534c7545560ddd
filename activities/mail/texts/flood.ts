import { inLanguages } from '../../../domain/languages.ts';

/** One origin has reached its cap of upcoming bookings. */
export const floodTexts = inLanguages(
  {
    subject: 'Unusually many bookings from one place',
    oneNetwork: 'one network',
    addressesOf: (domains: string) => `addresses of ${domains}`,
    lead: (origin: string, service: string) =>
      `You have so many upcoming bookings from ${origin} that ${service} now refuses further ones from there. Other guests can still book you.`,
    unwanted:
      'Are they unwanted? Ask your agent to run clear_booking_flood. It first lists these bookings, then cancels them all with dryRun set to false. By API: POST /api/v1/bookings/clear-flood.',
    wanted:
      'Are they wanted? An admin raises the caps upcomingPerNetwork and upcomingPerMailDomain with update_workspace.',
    footer: (service: string) =>
      `${service} sends one mail for each incident. It is over when you clear it, or after a day without a refused booking.`,
  },
  {
    subject: 'Ungewöhnlich viele Buchungen von einer Stelle',
    oneNetwork: 'aus einem Netz',
    addressesOf: (domains: string) => `von Adressen bei ${domains}`,
    lead: (origin: string, service: string) =>
      `Sie haben so viele kommende Buchungen ${origin}, dass ${service} weitere von dort jetzt abweist. Andere Gäste können Sie weiterhin buchen.`,
    unwanted:
      'Sind sie unerwünscht? Bitten Sie Ihren Agenten, clear_booking_flood aufzurufen. Es nennt zuerst diese Buchungen und sagt sie alle ab, wenn dryRun auf false steht. Über die API: POST /api/v1/bookings/clear-flood.',
    wanted:
      'Sind sie erwünscht? Ein Admin erhöht die Grenzen upcomingPerNetwork und upcomingPerMailDomain mit update_workspace.',
    footer: (service: string) =>
      `${service} sendet eine E-Mail je Vorfall. Er ist vorbei, wenn Sie diese Buchungen absagen, oder nach einem Tag ohne abgewiesene Buchung.`,
  },
);
