import type * as en from '../../en/dashboard/workspaces.ts';

export const guestWords: typeof en.guestWords = {
  title: 'Daten eines Gastes',
  hint: 'Für einen Gast, der fragt, was Sie über ihn speichern, oder der um Löschung bittet.',
  email: 'E-Mail des Gastes',
  export: 'Daten exportieren',
  delete: 'Daten löschen',
  saved: 'Die Datei liegt in Ihren Downloads.',
  ask: (email: string) => `Daten von ${email} löschen?`,
  goes: 'Name, Adresse, Antworten, Notizen und Vorbereitungen werden endgültig gelöscht, ebenso die Links in den E-Mails.',
  stays:
    'Vergangene Termine bleiben ohne den Gast: Zahlen ändern sich nicht. Ein kommender Termin muss zuerst abgesagt werden. Kalendereinträge und versendete E-Mails bleiben, wo sie sind.',
  verb: 'Endgültig löschen',
  deleted: (meetings: number) =>
    meetings === 1
      ? 'Gelöscht. Ein vergangener Termin bleibt ohne den Gast.'
      : `Gelöscht. ${meetings} vergangene Termine bleiben ohne den Gast.`,
};

export const slugWords: typeof en.slugWords = {
  title: 'Anfang Ihrer Links',
  hint: 'Er steht in der Adresse jeder Buchungsseite dieses Arbeitsbereichs.',
  open: 'Ändern',
  dialog: 'Den Anfang Ihrer Links ändern',
  breaks:
    'Jeder geteilte Buchungslink hört auf zu funktionieren, auch die Ihres Teams und die auf Websites. Links in E-Mails gehen weiter.',
  back: 'Sie können zum alten zurückkehren: Dann gehen seine Links wieder. Niemand sonst bekommt ihn.',
  label: 'Neuer Anfang',
  letters: 'a bis z, 0 bis 9 und einzelne Bindestriche.',
  verb: 'Alle Links ändern',
  saved: (slug: string) => `Ihre Links beginnen jetzt mit ${slug}.`,
  refused: 'Dieser geht nicht',
  reserved: 'Diesen benutzen unsere eigenen Seiten.',
  taken: 'Diesen hat oder hatte ein anderer Arbeitsbereich.',
  many: 'Dieser Arbeitsbereich hatte so viele, wie er haben darf. Nehmen Sie einen davon.',
};

export const bannerWords: typeof en.bannerWords = {
  title: (name: string) => `${name} ist gelöscht`,
  owner: (day: string) =>
    `Niemand kann buchen, Schlüssel und Agenten stehen still. Kommende Termine bleiben. Am ${day} werden sie abgesagt und alle Daten gelöscht.`,
  other: (day: string) =>
    `Niemand kann buchen, Schlüssel und Agenten stehen still. Am ${day} werden alle Daten gelöscht, wenn kein Inhaber den Arbeitsbereich wiederherstellt.`,
  restore: 'Arbeitsbereich wiederherstellen',
};

export const brandingSectionWords: typeof en.brandingSectionWords = {
  title: 'Auftritt',
  hint: 'Was Gäste oben auf Ihren Seiten sehen, und die Farbe von Buttons und Links.',
};

export const defaultsWords: typeof en.defaultsWords = {
  title: 'Vorgaben',
  hint: 'Womit Neues beginnt. Was es schon gibt, bleibt, wie es ist.',
  zone: 'Zeitzone',
  zoneHint: 'Für neue Teams, Ihre Zahlen, und neue Zeitpläne, für die niemand eine Zone nennt.',
  week: 'Wochen beginnen am',
  weekHint: 'In Kalendern, denen Ihrer Gäste und Ihren.',
  weekOf: { reader: 'Wie am Ort des Lesers', monday: 'Montag', sunday: 'Sonntag', saturday: 'Samstag' },
  language: 'Sprache',
  languageHint: 'Für Gäste und Mitglieder, deren Browser weder Deutsch noch Englisch verlangt.',
  newTypes: 'Neue Terminarten',
  save: 'Speichern',
  saved: 'Gespeichert. Es gilt ab jetzt.',
  unchanged: 'Es hat sich nichts geändert.',
  changed: (by: string | null) => `${by ?? 'Jemand anders'} hat den Arbeitsbereich inzwischen geändert`,
  changedText: 'Laden Sie den jetzigen Stand. Was Sie hier eingegeben haben, geht verloren.',
  loadNew: 'Neuen Stand laden',
};

export const deleteWords: typeof en.deleteWords = {
  title: 'Arbeitsbereich löschen',
  hint: 'Mit 14 Tagen Bedenkzeit.',
  open: 'Diesen Arbeitsbereich löschen',
  now: 'Sofort: Niemand kann buchen; Schlüssel, Agenten und verbundene Apps stehen still. Kommende Termine bleiben.',
  later:
    'Nach 14 Tagen: Das Abonnement endet, kommende Termine werden abgesagt und die Gäste benachrichtigt; alle Termine, Gäste, Einstellungen und das Protokoll werden endgültig gelöscht.',
  back: 'Bis dahin kann jeder Inhaber ihn wiederherstellen. Alle Inhaber erhalten eine E-Mail. Konten der Mitglieder bleiben.',
  type: (slug: string) => `Zur Bestätigung ${slug} eingeben`,
  differs: 'Das ist ein anderer Name',
  verb: 'Arbeitsbereich löschen',
  close: 'Behalten',
};

export const createWorkspaceWords: typeof en.createWorkspaceWords = {
  title: 'Neuer Arbeitsbereich',
  submit: 'Arbeitsbereich anlegen',
  text: 'Er hat eigene Links, Schlüssel, Plätze und einen eigenen Tarif. Er gehört Ihnen.',
  name: 'Name',
  hint: 'Ihr Team oder Unternehmen.',
};

export const settingsWords: typeof en.settingsWords = {
  nav: 'Einstellungen',
  account: 'Sie',
  workspace: 'Arbeitsbereich',
  calendars: 'Kalender',
  access: 'API-Schlüssel und Agenten',
  agents: 'Ihre Agenten',
  grants: 'Verbundene Apps',
  webhooks: 'Webhooks',
  billing: 'Tarif',
  activity: 'Protokoll',
};

export const workspacePageWords: typeof en.workspacePageWords = {
  what: 'den Arbeitsbereich',
  only: 'Inhaber und Admins ändern Namen, Farben, Bild und Vorgaben des Arbeitsbereichs.',
};

export const brandingColourWords: typeof en.brandingColourWords = {
  name: 'Name des Arbeitsbereichs',
  save: 'Speichern',
  saved: 'Gespeichert. Gäste sehen es ab jetzt.',
  ours: 'Farbe von Holdfast nehmen',
  accent: 'Akzentfarbe',
  hint: 'Jede Farbe. Den Kontrast passen wir bei Bedarf an.',
  chosen: 'Ihre Farbe',
  adjusted: (used: string, darker: boolean) => `${used}, ${darker ? 'dunkler' : 'heller'} für den Kontrast`,
  green: 'Das Grün von Holdfast, bis Sie eine wählen.',
  book: 'Buchen',
  link: 'Link',
  on: { light: 'Links auf hellen Seiten', dark: 'Links auf dunklen Seiten' },
  contrast: 'Kontrast',
};

export const workspaceStandingWords: typeof en.workspaceStandingWords = {
  plan: (name: string) => `Tarif ${name}`,
  trial: (day: string) => `Testphase bis ${day}`,
  due: 'Zahlung ist fällig',
  unpaid: 'unbezahlt: Gäste können nicht buchen',
  you: (name: string, role: string) => `Sie sind ${name}, ${role}`,
};

export const choiceWords: typeof en.choiceWords = {
  owner: 'Inhaber',
  admin: 'Admin',
  manager: 'Manager',
  member: 'Mitglied',
  billing: 'Nur Abrechnung',
};

export const brandingAvatarWords: typeof en.brandingAvatarWords = { alt: (name: string) => `Bild von ${name}` };

export const dataWords: typeof en.dataWords = {
  title: 'Ihre Daten',
  hint: 'Nehmen Sie alles mit, oder bringen Sie mit, was Sie anderswo haben. Exporte enthalten keine Passwörter und Schlüssel.',
  all: 'Alles exportieren (JSON)',
  busy: (rows: number) => `Wird gelesen … bisher ${rows} Zeilen`,
  table: { meetings: 'Termine', guests: 'Gäste', event_types: 'Terminarten', members: 'Mitglieder' },
  csv: ' als CSV',
  import: 'Aus Cal.com oder Calendly importieren',
  saved: 'Die Datei liegt in Ihren Downloads.',
};
