import { inLanguages } from '../../../domain/languages.ts';

/** A payment that takes days, such as a bank debit, did not come. */
export const paymentFailedTexts = inLanguages(
  {
    subject: (workspace: string) => `The payment for ${workspace} did not come`,
    lead: (what: string, workspace: string) =>
      `The bank did not pay for ${what}, which was chosen for ${workspace}. So nothing was bought.`,
    effect: (plan: string) =>
      `The plan stays as it is: ${plan}. Nothing is owed: the open invoice is canceled. If the money comes all the same, it goes back.`,
    packEffect: 'No credits came, and nothing is owed.',
    again: 'To try again, choose it once more. A card is the quickest way to pay.',
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    credits: (count: number) => `${count} credits`,
    action: 'Try again',
    footer: (service: string, workspace: string) => `${service} sends this to those who pay for ${workspace}.`,
  },
  {
    subject: (workspace: string) => `Die Zahlung für ${workspace} ist nicht angekommen`,
    lead: (what: string, workspace: string) =>
      `Die Bank hat ${what} nicht bezahlt, gewählt für ${workspace}. Es wurde also nichts gekauft.`,
    effect: (plan: string) =>
      `Der Tarif bleibt, wie er ist: ${plan}. Es ist nichts offen: Die Rechnung ist storniert. Kommt das Geld doch noch, geht es zurück.`,
    packEffect: 'Es kamen keine Credits dazu, und es ist nichts offen.',
    again: 'Wählen Sie noch einmal, um es erneut zu versuchen. Am schnellsten geht es mit einer Karte.',
    members: (count: number) => (count === 1 ? '1 Mitglied' : `${count} Mitglieder`),
    credits: (count: number) => `${count} Credits`,
    action: 'Erneut versuchen',
    footer: (service: string, workspace: string) => `${service} sendet dies an alle, die für ${workspace} zahlen.`,
  },
);
