import type * as en from '../../en/mails/billing.ts';

export const subscriptionTexts: typeof en.subscriptionTexts = {
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
};

export const paymentFailedTexts: typeof en.paymentFailedTexts = {
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
};

export const trialTexts: typeof en.trialTexts = {
  soon: (workspace: string, at: string) => `Die Probezeit von ${workspace} endet am ${at}`,
  soonLead: (workspace: string, plan: string, at: string) =>
    `${workspace} probiert den Tarif ${plan} kostenlos aus. Die Probezeit endet am ${at}.`,
  soonEffect:
    'Danach gilt der Tarif Free. Nichts wird gelöscht und nichts wird berechnet: Buchungsseiten, Termine, Mitglieder und Teams bleiben. Nur um mehr anzulegen, brauchen Sie einen Tarif.',
  ended: (workspace: string) => `Die Probezeit von ${workspace} ist vorbei`,
  endedLead: (workspace: string, plan: string) =>
    `Die Probezeit des Tarifs ${plan} ist vorbei. Für ${workspace} gilt jetzt der Tarif Free.`,
  endedEffect:
    'Nichts wurde gelöscht und nichts wurde berechnet: Gäste buchen wie bisher. Für weitere Mitglieder, Teams oder Terminarten wählen Sie einen Tarif.',
  action: 'Tarife vergleichen',
  footer: (service: string, workspace: string) => `${service} sendet dies einmal an alle, denen ${workspace} gehört.`,
};

export const planChangeTexts: typeof en.planChangeTexts = {
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
};
