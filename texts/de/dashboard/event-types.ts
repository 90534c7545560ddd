import type * as en from '../../en/dashboard/event-types.ts';

export const makerWords: typeof en.makerWords = {
  none: (maker: string) => `Kein Kalender von ${maker} ist verbunden, der für jeden Termin einen Link anlegt.`,
  connect: 'Verbinden Sie einen',
  newTab: '(neuer Tab)',
  orElse: ', oder geben Sie unten einen Link ein. Sonst bekommen Gäste keinen.',
  enter: 'Geben Sie unten einen Link ein. Sonst bekommen Gäste keinen.',
};

const madeBy = (maker: string): DetailWords => ({
  label: 'Link zum Beitreten',
  hint: `Lassen Sie es leer, wenn ein verbundener Kalender von ${maker} für jeden Termin einen Link anlegt.`,
});

interface DetailWords {
  readonly label: string;
  readonly hint: string;
}

export const detailWords: typeof en.detailWords = {
  address: 'Geben Sie eine Webadresse ein, die mit https:// beginnt.',
  where: 'Sagen Sie, wo Gäste Sie finden.',
  google_meet: madeBy('Google'),
  microsoft_teams: madeBy('Microsoft'),
  phone: {
    label: 'Wer ruft wen an',
    hint: 'Zum Beispiel: Rufen Sie mich unter +49 30 901820 an. Bleibt es leer, geben Gäste ihre Nummer an, und Sie rufen an.',
  },
  in_person: { label: 'Der Ort', hint: 'Adresse, Stockwerk, Raum: was Gäste brauchen, um ihn zu finden.' },
  custom_link: { label: 'Link zum Beitreten', hint: 'Gäste bekommen ihn, wenn sie buchen.' },
};

export const shareWords: typeof en.shareWords = {
  title: 'Teilen',
  hint: 'Der Link zeigt Ihre freien Zeiten. Kurzlinks lassen sich einzeln beenden und bleiben, wenn sich der Link ändert.',
  website: 'Auf Ihrer Website',
  code: 'den Code für Ihre Website',
  adapt: 'Aussehen ändern und ausprobieren',
  short: 'Kurzlinks',
  none: 'Noch keiner. Legen Sie einen für jeden Ort an, an dem Sie ihn teilen.',
  loading: 'die Kurzlinks',
  add: 'Neuer Kurzlink',
  create: 'Kurzlink anlegen',
  name: 'Wo Sie ihn teilen',
  nameHint: 'Ihre Notiz, zum Beispiel „Newsletter“. Gäste sehen sie nicht.',
  unnamed: 'Ohne Notiz',
  shortLink: (name: string) => `den Kurzlink ${name}`,
  end: 'Beenden',
  endTitle: (name: string) => `Den Kurzlink ${name} beenden?`,
  endText: 'Er funktioniert sofort und endgültig nicht mehr. Die Terminart und ihre Buchungen bleiben.',
  ended: (name: string) => `Der Kurzlink ${name} ist beendet.`,
  made: 'Der Kurzlink ist fertig. Kopieren Sie ihn unten.',
};

export const askWayInWords: typeof en.askWayInWords = {
  noLink: 'Gäste bekommen keinen Link zum Beitreten: Diese Terminart nennt keinen.',
  addLink: 'Link hinzufügen',
  link: 'Link zum Beitreten',
  linkHint: 'Gäste bekommen ihn bei der Buchung und in ihren Mails. Schon gebuchte Termine bleiben, wie sie sind.',
  linkWrong: 'Geben Sie eine Webadresse ein, die mit https:// beginnt.',
  save: 'Speichern',
};

export const missingWayInWords: typeof en.missingWayInWords = {
  for: (name: string) => `für ${name}`,
};

export const listWords: typeof en.listWords = {
  title: 'Terminarten',
  lead: 'Was Gäste bei Ihnen buchen können.',
  mine: 'Ihre Terminarten',
  mineHint: 'Jede hat einen eigenen Link. Teilen Sie ihn oder den Link zu Ihrer Buchungsseite, auf der alle stehen.',
  others: 'Von anderen und von Teams',
  othersHint: 'Die, die Sie ändern dürfen.',
  switchedOff: 'Ausgeschaltete Terminarten',
  switchedOffHint: 'Niemand kann sie buchen. Gebuchte Termine bleiben bestehen.',
  showOff: 'Ausgeschaltete',
  showAll: 'Alle',
  noneOff: 'Keine ist ausgeschaltet.',
  on: 'An',
  off: 'Aus',
  bookable: (name: string) => `Gäste können ${name} buchen`,
  isOn: (name: string) => `${name} ist an: Gäste können wieder buchen.`,
  isOff: (name: string) => `${name} ist aus: Der Link sagt, dass gerade nicht gebucht werden kann.`,
  offText: 'Der Link nimmt keine Buchungen an. Gebuchte Termine bleiben.',
  saveFirst: 'Speichern oder verwerfen Sie erst Ihre Änderungen.',
  which: 'Welche Terminarten',
  none: 'Sie haben noch keine Terminart. Legen Sie eine an, und teilen Sie ihren Link.',
  loading: 'die Terminarten',
  linkTitle: 'Ihre Buchungsseite',
  copyLink: 'Link kopieren',
  to: (name: string) => `zu ${name}`,
  linkTo: (name: string) => `den Link zu ${name}`,
  toBookingPage: 'zu Ihrer Buchungsseite',
  bookingPage: 'den Link zu Ihrer Buchungsseite',
  website: 'Button für eine Website',
  add: 'Neue Terminart',
  create: 'Anlegen',
  name: 'Name',
  nameHint: 'Was Gäste sehen, zum Beispiel „Kennenlernen“.',
  minutes: 'Minuten',
  place: 'Ort',
  taken: 'Eine mit diesem Link gibt es schon',
  takenHint: 'Wählen Sie einen anderen Namen, oder ändern Sie die vorhandene.',
  takenSince: 'Den Link hat inzwischen eine andere Terminart. Schalten Sie jene aus, oder ändern Sie deren Link.',
  created: (name: string) => `${name} kann jetzt gebucht werden. Der Link steht unten.`,
  hidden: 'Verborgen',
  approval: 'Mit Bestätigung',
  roundRobin: 'Team, reihum',
  collective: 'Team, alle zusammen',
  withHost: (host: string) => `mit ${host}`,
  coming: (count: number) => (count === 1 ? '1 Termin steht an' : `${count} Termine stehen an`),
  menu: 'Mehr',
  edit: 'Bearbeiten',
  duplicate: 'Duplizieren',
  duplicateTitle: (name: string) => `${name} duplizieren`,
  copyOf: (name: string) => `${name} (Kopie)`,
  duplicateHint: 'Sie bekommt dieselben Einstellungen und Fragen und einen eigenen Link.',
  qr: 'QR-Code',
  seen: (name: string) => `Gäste von ${name} sehen es ab jetzt.`,
  noRole: 'Ihre Rolle ist nur für Rechnungen',
  noRoleText: 'Bitten Sie einen Inhaber oder Admin um eine Rolle, die mit Terminen arbeitet.',
};

export const qrWords: typeof en.qrWords = {
  title: (name: string) => `QR-Code: ${name}`,
  picture: (url: string) => `QR-Code, der ${url} öffnet`,
  save: 'Als PNG speichern',
  saveSvg: 'Als SVG speichern',
  close: 'Schließen',
};
