import { inLanguages } from '../../../domain/languages.ts';

/** What is paid for was changed on a page of the payment provider. */
export const planChangeTexts = inLanguages(
  {
    subject: (workspace: string) => `The plan of ${workspace} was changed`,
    ended: (workspace: string) => `The subscription of ${workspace} has ended`,
    lead: (workspace: string) => `On the payment provider’s pages, somebody changed what you pay for ${workspace}.`,
    endedLead: (workspace: string) => `Nothing is paid for ${workspace} any more. Its plan is Free.`,
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    monthly: 'paid monthly',
    annual: 'paid yearly',
    from: (before: string, after: string) => `Before: ${before}. Now: ${after}.`,
    was: (before: string) => `Until now it was ${before}.`,
    ends: (at: string) => `It ends on ${at}, and the plan is Free then.`,
    goesOn: 'It was to end with its period; that was taken back, and it goes on.',
    check:
      'The provider does not tell us who it was: whoever opened a billing page can use it for up to an hour, even after leaving the workspace. If it was none of you, change it back.',
    action: 'See the plan',
    footer: (service: string, workspace: string) =>
      `${service} sends this to the owners of ${workspace} and to those who pay for it.`,
  },
  {
    subject: (workspace: string) => `Der Tarif von ${workspace} wurde geändert`,
    ended: (workspace: string) => `Das Abonnement von ${workspace} ist beendet`,
    lead: (workspace: string) =>
      `Auf den Seiten des Zahlungsanbieters hat jemand geändert, was Sie für ${workspace} zahlen.`,
    endedLead: (workspace: string) => `Für ${workspace} wird nichts mehr gezahlt. Der Tarif ist Free.`,
    members: (count: number) => (count === 1 ? '1 Mitglied' : `${count} Mitglieder`),
    monthly: 'monatlich gezahlt',
    annual: 'jährlich gezahlt',
    from: (before: string, after: string) => `Vorher: ${before}. Jetzt: ${after}.`,
    was: (before: string) => `Bisher war es ${before}.`,
    ends: (at: string) => `Es endet am ${at}; danach ist der Tarif Free.`,
    goesOn: 'Es sollte mit dem Zeitraum enden; das wurde zurückgenommen, und es läuft weiter.',
    check:
      'Der Anbieter sagt uns nicht, wer es war: Wer eine Zahlungsseite geöffnet hat, kann sie bis zu einer Stunde lang nutzen, auch nach dem Verlassen des Arbeitsbereichs. War es niemand von Ihnen, ändern Sie es zurück.',
    action: 'Tarif ansehen',
    footer: (service: string, workspace: string) =>
      `${service} sendet dies an die Inhaber von ${workspace} und an alle, die dafür zahlen.`,
  },
);
