import type * as en from '../../en/dashboard/billing.ts';

export const billingPageWords: typeof en.billingPageWords = {
  title: 'Tarif',
};

export const creditsWords: typeof en.creditsWords = {
  title: 'Guthaben',
  none: 'Aufgebraucht',
  left: (left: number) => `${left} übrig`,
  for: 'um vor einem Termin etwas über Gäste zu erfahren.',
  list: 'Übriges Guthaben',
  of: (left: number, all: number, source: string) => `${left} von ${all} ${source}`,
  until: (day: string) => `bis ${day}`,
  buy: 'Guthaben kaufen',
  trial: 'aus der Testphase',
  plan: 'aus dem Tarif',
  pack: 'einmalig gekauft',
  monthly: 'monatlich gekauft',
};

export const whoPaysWords: typeof en.whoPaysWords = {
  title: 'Tarif',
  hint: (name: string) => `Den Tarif von ${name} können Sie nicht wählen oder bezahlen.`,
  what: 'wer es kann',
  ask: 'Inhaber, Admins und wer sich um die Abrechnung kümmert, können es. Fragen Sie:',
  list: 'Wer den Tarif wählen und bezahlen kann',
  billing: 'Abrechnung',
};

export const buyCreditsWords: typeof en.buyCreditsWords = {
  title: 'Guthaben kaufen',
  submit: 'Weiter zur Zahlung',
  credits: 'Guthaben',
  once: 'Einmalig',
  monthly: 'Jeden Monat',
  vat: ', ohne MwSt.',
  last: 'Sie gelten 12 Monate.',
  end: 'Sie enden mit dem Monat, und neue kommen.',
  pack: (count: string, usd: number, monthly: boolean) => `${count} Abfragen${monthly ? ' im Monat' : ''}: ${usd} $`,
  price: (usd: number) => `${usd} $`,
  aMonth: (usd: number) => `${usd} $ im Monat`,
};

export const planSectionWords: typeof en.planSectionWords = {
  hint: 'Was der Arbeitsbereich haben darf, und wie viel davon benutzt ist.',
  title: 'Tarif',
  what: 'den Tarif',
  use: 'Nutzung des Tarifs',
  card: 'Karte und Rechnungen',
  compare: 'Tarife vergleichen',
  cancel: 'Abo kündigen',
  pay: 'Jetzt bezahlen',
  keep: 'Tarif behalten',
  change: 'Tarif ändern',
  choose: 'Tarif wählen',
  members: 'Mitglieder und offene Einladungen',
  eventTypes: 'Terminarten',
  teams: 'Teams',
  seats: 'Plätze für Agenten',
  webhooks: 'Webhooks',
  noLimit: (used: number) => `${used}, ohne Grenze`,
  of: (used: number, cap: number) => `${used} von ${cap}`,
  tooMany: 'Zu viele',
  full: 'Voll',
};

export const standingWords: typeof en.standingWords = {
  paidFor: (members: number) => `, bezahlt für ${members} ${members === 1 ? 'Mitglied' : 'Mitglieder'}`,
  onTrial: ', Testphase',
  lastDay: 'Letzter Tag',
  daysLeft: (days: number) => `noch ${days} Tage`,
  until: (at: string) => `Bis ${at}. Dann ist der Tarif Free: Nichts wird gelöscht, und nichts kostet.`,
  missing: 'Zahlung fehlt',
  unpaid: 'Unbezahlt: Gäste können nicht buchen',
  canceled: 'Gekündigt',
  closed:
    'Gäste können nicht buchen, bis er bezahlt ist. Mit der Zahlung öffnen sich die Buchungsseiten sofort; nichts wird gelöscht.',
  grace: (since: string, until: string) =>
    `Eine Zahlung fehlt seit ${since}. Alles geht bis ${until}; danach können Gäste nicht buchen, bis sie bezahlt ist.`,
  ends: (plan: string, day: string) => `${plan} endet am ${day}; dann ist der Tarif Free. Es kostet nichts mehr.`,
  renews: (day: string, annual: boolean) => `Verlängert sich am ${day}, ${annual ? 'jedes Jahr' : 'jeden Monat'}.`,
};

export const refusalWords: typeof en.refusalWords = {
  ends: 'Das Abo ist gekündigt und endet mit seinem Zeitraum. Nehmen Sie erst die Kündigung zurück, unter „Karte und Rechnungen“.',
  missing: 'Eine Zahlung fehlt. Bezahlen Sie sie erst, unter „Karte und Rechnungen“; dann lässt sich der Tarif ändern.',
  runs: 'Dieses Guthaben wird schon jeden Monat bezahlt und würde doppelt berechnet. Wählen Sie anderes, oder beenden Sie dieses erst unter „Karte und Rechnungen“.',
  same: 'Das bezahlen Sie schon. Wählen Sie einen anderen Tarif, Zeitraum oder eine andere Zahl von Mitgliedern.',
  special:
    'Der Preis dieses Arbeitsbereichs ist mit den Betreibern dieses Dienstes vereinbart, und ein Tarif käme dazu. Bitten Sie sie, ihn zu ändern.',
  paid: 'Ein Tarif ist schon bezahlt, wir haben es gerade erfahren. Laden Sie diese Seite neu, um ihn zu sehen.',
  done: 'Das wurde inzwischen bezahlt. Laden Sie diese Seite neu, um es zu sehen.',
  replaced: 'Jemand hat inzwischen etwas anderes gewählt. Beginnen Sie neu, wenn Sie dies möchten.',
  underWay: 'Das ist bezahlt, und das Geld ist bei der Bank unterwegs. Der Tarif ändert sich, wenn es ankommt.',
  off: 'Hier lässt sich nichts kaufen: Dieser Dienst hat keinen Zahlungsanbieter.',
  notYet: 'Noch nicht',
  away: 'Der Zahlungsanbieter antwortet nicht. Nichts wurde berechnet. Versuchen Sie es gleich noch einmal.',
  failed: 'Das hat nicht geklappt',
  over: (used: number, many: string, cap: number) => `${used} ${many} sind da, Platz hat er für ${cap}`,
  small: (list: string) =>
    `Der Tarif ist zu klein: ${list}. Wählen Sie einen größeren oder mehr Mitglieder, oder entfernen Sie, was zu viel ist.`,
};

export const invoicesWords: typeof en.invoicesWords = {
  title: (count: number) => `Rechnungen (${count})`,
  list: 'Rechnungen',
  draft: 'Entwurf',
  open: 'Noch nicht bezahlt',
  unpaid: 'Nicht bezahlt',
  canceled: 'Storniert',
};

export const paymentNewsWords: typeof en.paymentNewsWords = {
  paid: 'Bezahlt.',
  credits: (left: number) => `Der Arbeitsbereich hat jetzt ein Guthaben von ${left}.`,
  have: (plan: string, members: number | null, day: string | null) =>
    `Sie haben ${plan}${members === null ? '' : ` für ${members} ${members === 1 ? 'Mitglied' : 'Mitglieder'}`}${day === null ? '' : `, verlängert am ${day}`}.`,
  moment: 'Einen Moment.',
  ask: 'Wir fragen den Zahlungsanbieter, ob die Zahlung angekommen ist.',
  bank: 'Die Zahlung ist bei der Bank unterwegs.',
  bankText:
    'Tarif oder Guthaben ändern sich, wenn sie ankommt. Das kann einige Tage dauern, und es ist nichts weiter zu tun.',
  nothing: 'Nichts wurde bezahlt.',
  nothingText: 'Alles ist, wie es war. Wählen Sie neu, wann Sie möchten.',
  unknown: 'Bisher ist keine Zahlung angekommen.',
  unknownText:
    'Wenn Sie gezahlt haben, steht es hier, sobald wir davon erfahren: Laden Sie diese Seite in einigen Minuten neu. Zahlen Sie nicht zweimal.',
  unasked: 'Wir konnten nicht nach der Zahlung fragen.',
  unaskedText: 'Was Sie unten sehen, wissen wir. Laden Sie diese Seite gleich noch einmal.',
  back: 'Zurück von Karte und Rechnungen.',
  backText: 'Was Sie dort geändert haben, steht hier in Sekunden.',
  thanks: 'Danke.',
  thanksText: 'Der Tarif ändert sich hier, sobald die Zahlung bestätigt ist.',
};

export const choosePlanWords: typeof en.choosePlanWords = {
  change: 'Tarif ändern',
  choose: 'Tarif wählen',
  submit: 'Weiter zur Zahlung',
  plan: 'Tarif',
  option: (name: string, usd: number) => `${name}: ${usd} $ je Mitglied`,
  paid: 'Bezahlt',
  monthly: 'Jeden Monat',
  annual: 'Jedes Jahr: zum Preis von zehn Monaten',
  vat: ', ohne MwSt.',
  next: 'Was die Änderung jetzt kostet, steht auf der nächsten Seite, bevor etwas bezahlt oder geändert wird.',
  once: 'Sie sehen es noch einmal, bevor Sie zahlen.',
  members: 'Mitglieder',
  here: (used: number) => `${used === 1 ? 'Eines ist' : `${used} sind`} jetzt hier, mit offenen Einladungen.`,
  whole: (most: number) => `Geben Sie eine ganze Zahl von 1 bis ${most} an.`,
  aYear: (usd: number) => `${usd} $ im Jahr`,
  aMonth: (usd: number) => `${usd} $ im Monat`,
};

export const buyingFailureWords: typeof en.buyingFailureWords = {
  card: 'Karte und Rechnungen',
};
