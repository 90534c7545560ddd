import type * as en from '../../en/dashboard/parts.ts';

export const secretWords: typeof en.secretWords = {
  first: 'Kopieren Sie ihn jetzt.',
  once: 'Er wird nur dieses eine Mal gezeigt; wir behalten nur einen Fingerabdruck davon.',
  key: 'den Schlüssel',
  have: 'Ich habe ihn',
};

export const loadStateWords: typeof en.loadStateWords = {
  loading: (what: string) => `Lädt: ${what}`,
  again: 'Noch einmal versuchen',
};

export const pictureFormWords: typeof en.pictureFormWords = {
  unreadable: 'Wir können diese Datei nicht als Bild lesen',
  formats: 'Wählen Sie ein Bild als PNG, JPEG oder WebP.',
  removed: 'Das Bild ist entfernt.',
  saved: 'Das Bild ist gespeichert. Gäste sehen es ab jetzt.',
  remove: 'Bild entfernen',
  another: 'Anderes Bild wählen',
  choose: 'Bild wählen',
};

/** What happened, by the status of the answer; the API's own message is English and comes after it. */
function germanOf(status: number, message: string): string {
  if (status === 0) return 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.';
  if (status === 403) return `Das dürfen Sie hier nicht. (${message})`;
  if (status === 404) return 'Das gibt es nicht mehr. Laden Sie die Seite neu.';
  if (status === 409) return `Der Stand hat sich inzwischen geändert. Laden Sie die Seite neu. (${message})`;
  return `Der Dienst meldet auf Englisch: ${message}`;
}

export const FEATURE_WORDS: typeof en.FEATURE_WORDS = {
  members: {
    ...{ one: 'Mitglied', many: 'Mitglieder' },
    repair: 'Offene Einladungen zählen mit. Entfernen Sie ein Mitglied oder eine Einladung',
  },
  eventTypes: { one: 'Terminart', many: 'Terminarten', repair: 'Schalten Sie eine aus' },
  teams: { one: 'Team', many: 'Teams', repair: 'Löschen Sie eines' },
  agentSeats: { one: 'Platz für Agenten', many: 'Plätze für Agenten', repair: 'Widerrufen Sie einen' },
  webhooks: { one: 'Webhook', many: 'Webhooks', repair: 'Löschen Sie einen' },
  remindersPerEventType: {
    ...{ one: 'Erinnerung je Terminart', many: 'Erinnerungen je Terminart' },
    repair: 'Lassen Sie eine weg',
  },
};

export const words: typeof en.words = {
  seconds: (count: number) => `${count} Sekunden`,
  minutes: (count: number) => `${count} Minuten`,
  hours: (count: number) => `${count} Stunden`,
  are: (used: number) => `${used} ${used === 1 ? 'ist' : 'sind'} da`,
  hasNone: (plan: string, many: string) => `Der Tarif ${plan} hat keine ${many}.`,
  hasRoom: (plan: string, cap: number, name: string, are: string) =>
    `Der Tarif ${plan} hat Platz für ${cap} ${name}, und ${are}.`,
  forMembers: (plan: string, members: number) => `${plan} für ${members} Mitglieder`,
  choose: (plan: string) => `wählen Sie ${plan} oder mehr`,
  or: ', oder ',
  locked: 'Der Arbeitsbereich ist gesperrt',
  lockedText:
    'Sein Tarif ist unbezahlt, oder er wurde gelöscht. Bis zur Zahlung oder Wiederherstellung lässt sich nichts Neues anlegen.',
  tooMany: 'Zu viele Anfragen',
  wait: (time: string) => `Bitte versuchen Sie es in ${time} noch einmal.`,
  stale: 'Diese Seite ist veraltet',
  staleText: 'Sie war lange offen, oder Sie haben sich neu angemeldet. Laden Sie sie neu.',
  signedOut: 'Sie sind abgemeldet',
  signedOutText:
    'Melden Sie sich in einem anderen Tab an, und versuchen Sie es hier noch einmal. Was Sie eingegeben haben, bleibt.',
  unfit: 'Etwas passt nicht',
  unfitText: 'Es ist unten markiert.',
  unmarked: (list: string) => `Der Dienst meldet auf Englisch: ${list}.`,
  noRoom: 'Der Tarif hat keinen Platz',
  away: 'Wir konnten Holdfast nicht erreichen',
  failed: 'Das hat nicht geklappt',
  ourFault: 'Es liegt an uns. Versuchen Sie es gleich noch einmal.',
  ofApi: germanOf,
};

export const zoneOptionsWords: typeof en.zoneOptionsWords = {
  likely: 'Naheliegend',
  all: 'Alle',
  regions: {
    ...{ Africa: 'Afrika', America: 'Amerika', Antarctica: 'Antarktis', Arctic: 'Arktis', Asia: 'Asien' },
    ...{ Atlantic: 'Atlantik', Australia: 'Australien', Europe: 'Europa', Indian: 'Indischer Ozean' },
    ...{ Pacific: 'Pazifik' },
  },
};

export const unsavedWords: typeof en.unsavedWords = {
  region: 'Ungespeicherte Änderungen',
  title: 'Nicht gespeichert:',
  save: 'Alles speichern',
  saving: 'Wird gespeichert …',
  saved: (names: string) => `Gespeichert: ${names}`,
  discard: 'Verwerfen',
  keys: 'Auch Steuerung und S speichert.',
  refused: 'Nicht alles ist gespeichert. Die Seite sagt, warum.',
  leave: 'Ohne Speichern verlassen?',
  leaveText: 'Diese Änderungen sind noch nicht gespeichert:',
  leaveDialog: 'Was Sie hier eingegeben haben, geht verloren.',
  saveAndLeave: 'Speichern und verlassen',
  leaveAnyway: 'Ohne Speichern verlassen',
  stay: 'Hier bleiben',
  over: 'Sie sind abgemeldet',
  overText: 'Ihre Eingaben sind noch da. Melden Sie sich in einem neuen Tab an, kommen Sie zurück, und speichern Sie.',
  signIn: 'Anmelden',
  newTab: '(neuer Tab)',
  again: 'Ich habe mich angemeldet',
  stillOut: 'Sie sind noch nicht angemeldet.',
  somebody: 'Jetzt ist jemand anders angemeldet. Melden Sie sich wie vorher an, oder verlassen Sie diese Seite.',
  back: 'Sie sind wieder angemeldet: Jetzt können Sie speichern.',
  away: 'Wir konnten Holdfast nicht erreichen. Versuchen Sie es noch einmal.',
};

export const asCallWords: typeof en.asCallWords = {
  title: 'Als Aufruf',
  curl: 'Als curl',
  tool: 'Als Werkzeugaufruf',
  copy: 'Kopieren',
  key: 'Ein Agent oder ein Programm tut dasselbe mit einem Schlüssel dieses Arbeitsbereichs.',
  noTool: 'Das tut nur ein angemeldeter Mensch: Kein Schlüssel kann es.',
  nothing: 'Nichts würde gesendet: Nichts ist geändert, oder etwas passt noch nicht.',
};

export const toastWords: typeof en.toastWords = {
  ...{
    undo: 'Rückgängig',
    keys: 'Rückgängig mit Steuerung und Z.',
    undone: (words: string) => `Es ist wieder wie vorher. Zurückgenommen: „${words}“`,
  },
  ...{ close: 'Schließen', region: 'Meldungen' },
};

export const confirmWords: typeof en.confirmWords = {
  cancel: 'Abbrechen',
};

export const formDialogWords: typeof en.formDialogWords = {
  cancel: 'Abbrechen',
  lose: 'Ohne Speichern schließen?',
  lost: 'Was Sie eingegeben haben, geht dann verloren.',
  typeOn: 'Weiter eingeben',
  throwAway: 'Schließen und verwerfen',
};

export const failureWords: typeof en.failureWords = {
  pay: 'Bezahlen',
  choose: 'Tarif wählen',
  tab: ' (neuer Tab)',
};

/** The API's commonest messages; its other ones are English. */
function germanProblem(message: string): string {
  const most = /at most (\d+) characters/.exec(message)?.[1];
  if (most !== undefined) return `Höchstens ${most} Zeichen.`;
  const [, bound, count] = /must be at (most|least) (-?\d+)$/.exec(message) ?? [];
  if (count !== undefined) return `${bound === 'most' ? 'Höchstens' : 'Mindestens'} ${count}.`;
  if (message.includes('email')) return 'Geben Sie eine E-Mail-Adresse ein, wie name@firma.de.';
  return 'Das passt so nicht.';
}

export const textFieldWords: typeof en.textFieldWords = {
  few: 'Geben Sie ein paar Worte ein.',
  it: germanProblem,
};

export const firstOnlyWords: typeof en.firstOnlyWords = { first: 'Die ersten 5.000 sind zu sehen.' };

export const moreRowsWords: typeof en.moreRowsWords = { more: (left: number) => `Mehr zeigen (noch ${left})` };

export const copyButtonWords: typeof en.copyButtonWords = {
  copy: 'Kopieren',
  done: 'Kopiert',
  not: 'Nicht kopiert',
  copied: (what: string) => `Kopiert: ${what}`,
  refused: 'Ihr Browser erlaubt das Kopieren nicht: Markieren Sie den Text und kopieren Sie ihn.',
};
