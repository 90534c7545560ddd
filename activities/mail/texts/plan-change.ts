import { inLanguages } from '../../../domain/languages.ts';

/** What is paid for was bought, or changed on a page of the payment provider. */
export const planChangeTexts = inLanguages(
  {
    subject: (workspace: string) => `The plan of ${workspace} was changed`,
    ended: (workspace: string) => `The subscription of ${workspace} has ended`,
    bought: (workspace: string, plan: string) => `${workspace} has the plan ${plan} now`,
    endsSubject: (workspace: string, day: string) => `The plan of ${workspace} ends on ${day}`,
    goesOnSubject: (workspace: string) => `The plan of ${workspace} goes on`,
    lead: (workspace: string) => `On the payment provider’s pages, somebody changed what you pay for ${workspace}.`,
    endedLead: (workspace: string) => `Nothing is paid for ${workspace} any more. Its plan is Free.`,
    endsLead: (workspace: string) =>
      `On the payment provider’s pages, somebody canceled what you pay for ${workspace}.`,
    boughtLead: (workspace: string) => `Thank you. This is paid for ${workspace} from now on:`,
    boughtCheck:
      'Invoices and receipts come from the payment provider. Under Settings, Plan you change plan and members; “Card and invoices” there has the card, the invoices, and the way to end it.',
    costs: (amount: string, every: string) => `It costs ${amount} ${every}, before tax.`,
    every: { monthly: 'each month', annual: 'each year' },
    renews: (day: string) => `It renews on ${day}.`,
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    monthly: 'paid monthly',
    annual: 'paid yearly',
    from: (before: string, after: string) => `Before: ${before}. Now: ${after}.`,
    was: (before: string) => `Until now it was ${before}.`,
    ends: (at: string) =>
      `It ends on ${at}, and the plan is Free then. Until then all stays as it is; nothing is deleted.`,
    goesOn: 'It was to end with its period; that was taken back, and it goes on.',
    back: 'If that is wrong, choose the plan that you had again, under Settings, Plan.',
    keep: 'To keep the plan, open “Card and invoices” under Settings, Plan, and take the cancellation back there.',
    endAgain: 'To end it after all, open “Card and invoices” under Settings, Plan.',
    who: 'The provider does not tell us who it was: whoever opened a billing page can use it for up to an hour, even after leaving the workspace.',
    action: 'See the plan',
    footer: (service: string, workspace: string) =>
      `${service} sends this to the owners of ${workspace} and to those who pay for it.`,
  },
  {
    subject: (workspace: string) => `Der Tarif von ${workspace} wurde geändert`,
    ended: (workspace: string) => `Das Abonnement von ${workspace} ist beendet`,
    bought: (workspace: string, plan: string) => `${workspace} hat jetzt den Tarif ${plan}`,
    endsSubject: (workspace: string, day: string) => `Der Tarif von ${workspace} endet am ${day}`,
    goesOnSubject: (workspace: string) => `Der Tarif von ${workspace} läuft weiter`,
    lead: (workspace: string) =>
      `Auf den Seiten des Zahlungsanbieters hat jemand geändert, was Sie für ${workspace} zahlen.`,
    endedLead: (workspace: string) => `Für ${workspace} wird nichts mehr gezahlt. Der Tarif ist Free.`,
    endsLead: (workspace: string) =>
      `Auf den Seiten des Zahlungsanbieters hat jemand gekündigt, was Sie für ${workspace} zahlen.`,
    boughtLead: (workspace: string) => `Vielen Dank. Das wird ab jetzt für ${workspace} gezahlt:`,
    boughtCheck:
      'Rechnungen und Belege kommen vom Zahlungsanbieter. Unter Einstellungen, Tarif ändern Sie Tarif und Mitglieder; „Karte und Rechnungen“ dort führt zu Karte, Rechnungen und Kündigung.',
    costs: (amount: string, every: string) => `Es kostet ${amount} ${every}, vor Steuern.`,
    every: { monthly: 'im Monat', annual: 'im Jahr' },
    renews: (day: string) => `Es verlängert sich am ${day}.`,
    members: (count: number) => (count === 1 ? '1 Mitglied' : `${count} Mitglieder`),
    monthly: 'monatlich gezahlt',
    annual: 'jährlich gezahlt',
    from: (before: string, after: string) => `Vorher: ${before}. Jetzt: ${after}.`,
    was: (before: string) => `Bisher war es ${before}.`,
    ends: (at: string) =>
      `Es endet am ${at}; danach ist der Tarif Free. Bis dahin bleibt alles, wie es ist; nichts wird gelöscht.`,
    goesOn: 'Es sollte mit dem Zeitraum enden; das wurde zurückgenommen, und es läuft weiter.',
    back: 'Wenn das falsch ist, wählen Sie unter Einstellungen, Tarif, wieder den bisherigen Tarif.',
    keep: 'Um den Tarif zu behalten, öffnen Sie „Karte und Rechnungen“ unter Einstellungen, Tarif, und nehmen dort die Kündigung zurück.',
    endAgain: 'Um doch zu kündigen, öffnen Sie „Karte und Rechnungen“ unter Einstellungen, Tarif.',
    who: 'Der Anbieter sagt uns nicht, wer es war: Wer eine Zahlungsseite geöffnet hat, kann sie bis zu einer Stunde lang nutzen, auch nach dem Verlassen des Arbeitsbereichs.',
    action: 'Tarif ansehen',
    footer: (service: string, workspace: string) =>
      `${service} sendet dies an die Inhaber von ${workspace} und an alle, die dafür zahlen.`,
  },
);
