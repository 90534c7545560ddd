import { inLanguages } from '../../../domain/languages.ts';

/** A payment for a plan is missing. */
export const subscriptionTexts = inLanguages(
  {
    pastDue: (workspace: string) => `A payment for ${workspace} failed`,
    pastDueLead: (workspace: string, plan: string) =>
      `The last payment for the plan ${plan} of ${workspace} did not work.`,
    pastDueEffect: (at: string) =>
      `Everything works as before until ${at}. After that nobody can book until it is paid. Nothing is deleted.`,
    inactive: (workspace: string) => `Nobody can book with ${workspace} any more`,
    inactiveLead: (workspace: string, plan: string) =>
      `The payment for the plan ${plan} of ${workspace} is missing for two weeks. Guests see no free times.`,
    inactiveEffect:
      'Meetings that are booked stand and can be canceled; nothing is deleted. Once it is paid, guests can book at once.',
    action: 'Mend the payment',
    footer: (service: string, workspace: string) => `${service} sends this to those who pay for ${workspace}.`,
  },
  {
    pastDue: (workspace: string) => `Eine Zahlung für ${workspace} ist fehlgeschlagen`,
    pastDueLead: (workspace: string, plan: string) =>
      `Die letzte Zahlung für den Tarif ${plan} von ${workspace} hat nicht geklappt.`,
    pastDueEffect: (at: string) =>
      `Bis ${at} geht alles weiter wie bisher. Danach kann niemand mehr buchen, bis gezahlt ist. Nichts wird gelöscht.`,
    inactive: (workspace: string) => `Bei ${workspace} kann niemand mehr buchen`,
    inactiveLead: (workspace: string, plan: string) =>
      `Die Zahlung für den Tarif ${plan} von ${workspace} fehlt seit zwei Wochen. Gäste sehen keine freien Zeiten.`,
    inactiveEffect:
      'Gebuchte Termine bleiben bestehen und können abgesagt werden; nichts wird gelöscht. Sobald gezahlt ist, können Gäste wieder buchen.',
    action: 'Zahlung in Ordnung bringen',
    footer: (service: string, workspace: string) => `${service} sendet dies an alle, die für ${workspace} zahlen.`,
  },
);
