import type * as en from '../../en/dashboard/imports.ts';

export const importWords: typeof en.importWords = {
  title: 'Aus Cal.com oder Calendly importieren',
  text: 'Terminarten und Zeiten. Nichts wird angelegt, bevor Sie es gesehen haben. Termine und Gäste bleiben dort.',
  coming: 'Kommen Sie von Cal.com oder Calendly?',
  bring: 'Bringen Sie Ihre Terminarten mit',
  imported: (count: number) => (count === 1 ? 'Ein Eintrag ist importiert.' : `${count} Einträge sind importiert.`),
  from: 'Woher?',
  open: 'Öffnen Sie diese Seite, und melden Sie sich dort an:',
  keysOf: {
    'cal.com': 'Cal.com, Einstellungen, API-Schlüssel',
    calendly: 'Calendly, Integrationen, API und Webhooks',
  },
  newTab: '(neuer Tab)',
  make: {
    'cal.com':
      'Drücken Sie „Neu“, geben Sie dem Schlüssel einen beliebigen Namen, und kopieren Sie ihn. Er beginnt mit cal_.',
    calendly:
      'Legen Sie einen persönlichen Zugangsschlüssel mit beliebigem Namen an, und kopieren Sie ihn. Wenn nach Rechten gefragt wird, wählen Sie users:read, event_types:read und availability:read.',
  },
  key: (name: string) => `Fügen Sie den Schlüssel von ${name} ein`,
  keyHint: 'Er dient nur diesem Import und wird nirgends behalten. Löschen Sie ihn danach dort.',
  keyMissing: 'Fügen Sie zuerst den Schlüssel ein.',
  lookUp: 'Zeigen, was kommt',
  asking: (name: string) => `${name} wird gefragt …`,
  refusedKey: {
    shape: 'Das ist kein Schlüssel: Fügen Sie ihn allein ein, ohne Leerzeichen. Es wurde nichts angelegt.',
    wrong: (name: string) =>
      `${name} kennt diesen Schlüssel nicht, oder er darf keine Terminarten lesen. Legen Sie wie in Schritt 2 einen neuen an, und fügen Sie ihn ganz ein. Es wurde nichts angelegt.`,
    empty: (name: string) =>
      `Das Konto dieses Schlüssels bei ${name} hat keine Terminarten und keine Zeiten. Ist es das richtige? Es wurde nichts angelegt.`,
    away: (name: string) =>
      `${name} antwortet gerade nicht. Versuchen Sie es in einigen Minuten noch einmal. Es wurde nichts angelegt.`,
    busy: (name: string) =>
      `${name} nimmt gerade keine Fragen mehr an. Versuchen Sie es in einer Minute noch einmal. Es wurde nichts angelegt.`,
    unreadable: (name: string) =>
      `${name} antwortet so, dass es sich hier nicht lesen lässt. Bringen Sie stattdessen eine Datei, siehe unten. Es wurde nichts angelegt.`,
    tooLarge: (name: string) =>
      `Ihr Konto bei ${name} ist zu groß, um es auf einmal zu lesen. Bringen Sie stattdessen Dateien, siehe unten. Es wurde nichts angelegt.`,
    twice: () => 'Ein Import dieses Arbeitsbereichs läuft schon. Versuchen Sie es in einer Minute noch einmal.',
  },
  wrongService: 'Ihre Terminarten konnten nicht gelesen werden',
  orFile: 'Oder aus einer Datei',
  getStep: 'Für alle, die das Terminal kennen: Setzen Sie Ihren Schlüssel für KEY ein, und führen Sie dies aus.',
  meHint: 'Auf die erste Zeile nennt Calendly nach „uri“ Ihre Adresse: Setzen Sie sie für URI ein.',
  commands: 'die Befehle',
  file: 'Dateien',
  drop: 'Irgendwo in diesem Rahmen ablegen.',
  paste: 'Stattdessen den Text einfügen',
  pasted: 'Text der Antwort',
  read: 'Lesen',
  wrong: 'Das lässt sich hier nicht lesen',
  notJson: (name: string) =>
    `${name} ist kein ganzes JSON: Vielleicht fehlt ein Stück, oder es ist eine andere Art Datei (eine CSV, eine Seite). Es wurde nichts angelegt.`,
  refused: {
    import_empty:
      'Darin sind keine Terminarten und keine Zeiten. Steht darin „unauthorized“ oder „error“, war der Schlüssel falsch: Führen Sie die Befehle noch einmal aus. Es wurde nichts angelegt.',
    too_many_entries: 'Es sind mehr als 100 Einträge: Geben Sie die Dateien nacheinander. Es wurde nichts angelegt.',
    tooLarge: 'Es ist größer als 300 kB: Geben Sie die Dateien nacheinander. Es wurde nichts angelegt.',
    other: 'Wählen Sie, was die Befehle oben geschrieben haben. Es wurde nichts angelegt.',
  },
  thePasted: 'Der Text',
  would: (count: number) => (count === 1 ? 'Ein Eintrag würde angelegt:' : `${count} Einträge würden angelegt:`),
  made: (count: number) => (count === 1 ? 'Ein Eintrag ist angelegt:' : `${count} Einträge sind angelegt:`),
  outcome: { made: 'angelegt', would_make: 'würde angelegt', exists: 'gibt es schon', skipped: 'wird ausgelassen' },
  kind: { event_type: 'Terminart', schedule: 'Zeiten' },
  run: 'Importieren',
  importing: 'Wird importiert …',
  close: 'Schließen',
  reading: 'Wird gelesen …',
};

export const importNoteWords: typeof en.importNoteWords = {
  stays: 'Sie bleibt, wie sie ist.',
  noTime: 'Für mehr war keine Zeit: Importieren Sie noch einmal, was angelegt ist, bleibt.',
  noRoom: 'In Ihrem Tarif ist kein Platz für weitere Terminarten.',
  firstOnly: 'Es gibt weitere: Gelesen werden die ersten $1. Bringen Sie die anderen als Datei.',
  deletedThere: 'Sie ist dort gelöscht.',
  offThere: 'Sie ist dort ausgeschaltet.',
  severalGuests: 'Mehrere Gäste buchen dort dieselbe Zeit; hier hat jede Zeit einen Gast.',
  ofTeam: 'Sie gehört einem Team. Legen Sie das Team unter „Team“ an, dann seine Terminart.',
  poll: 'Sie ist eine Umfrage, und die gibt es hier nicht.',
  oneMeeting: 'Sie ist für einen einzigen Termin: Dafür gibt es hier Kurzlinks.',
  shortNotice: 'Nur kurzfristige Buchungen warteten auf Zusage; hier wartet jede.',
  yearLimit: 'Die Grenze für ein Jahr ist nicht übernommen.',
  firstPlace: 'Gäste wählten einen von $1 Orten; hier ist es der erste.',
  otherChoice: 'Auswahlen hatten „Anderes“ mit eigenem Text; hier nicht.',
  noBounds: 'Vorlauf, Puffer und Grenzen kamen nicht mit: Prüfen Sie sie.',
  businessDays: 'Sie war $1 Werktage im Voraus buchbar; hier $2 Tage.',
  fixedDates: 'Sie war zwischen festen Tagen buchbar; hier 60 Tage im Voraus.',
  pastMidnight: 'Zeiten von $1 bis $2 enden am nächsten Tag: Dort stehen sie als $3 bis $4.',
  emptyHours: 'Zeiten von $1 bis $2 sind ausgelassen: Sie enden, wenn sie beginnen.',
  singleDates: 'Zeiten einzelner Tage sind ausgelassen: Es sind zu viele.',
  noHours: 'Ihre Zeiten kamen nicht mit: Sie hat Ihre ersten Zeiten.',
  nowPhone:
    'War: $1. Hier ist es ein Telefonat. Für Links verbinden Sie einen Kalender, oder geben Sie unter „Ort“ einen eigenen ein.',
  nowVideo: 'War: $1. Hier ist es $2, mit einem Link von Ihrem Kalender.',
  asNewest: 'War: $1. Hier ist es wie bei Ihrer neuesten Terminart: $2',
  noPlace: 'Sie hatte keinen Ort: Nennen Sie ihn unter „Ort“.',
  guestsPlace: 'Gäste wählten den Ort selbst; hier kann eine Frage danach fragen.',
  noNumber: 'Sie nannte keine Nummer: Gäste werden nach ihrer gefragt, und Sie rufen an.',
  numberWithPlace: 'Gäste gaben ihre Nummer beim Ort an; hier fragt eine Frage danach.',
  tooManyQuestions: 'Es gibt höchstens $1 Fragen: $2 weitere sind ausgelassen.',
  noChoices: 'Die Frage „$1“ hatte keine Auswahl und ist ausgelassen.',
  noWords: 'Eine Frage ohne Text ist ausgelassen.',
  hidden: 'Die Frage „$1“ war verborgen und ist ausgelassen.',
  unknownType: 'Die Frage „$1“ ist ausgelassen: Fragen dieser Art ($2) gibt es hier nicht.',
  notTakenMore: 'Einstellungen, die es hier nicht gibt: $1 und $2 weitere.',
  notTaken: 'Einstellungen, die es hier nicht gibt: $1.',
  moreNotes: 'Und $1 weitere.',
  unreadable: 'Sie lässt sich nicht lesen: Ein Teil fehlt oder ist von anderer Art.',
  unfit: 'Sie passt hier nicht: Eine ihrer Einstellungen liegt außerhalb des Erlaubten.',
  noLink: 'Gäste bekommen noch keinen Link: Verbinden Sie einen Kalender, oder geben Sie einen Link ein.',
  askedNumber: 'Gäste werden auf der Seite nach ihrer Nummer gefragt.',
};

export const importNoteNames: typeof en.importNoteNames = {
  google_meet: 'Google Meet',
  microsoft_teams: 'Microsoft Teams',
  notSet: 'nicht gesetzt',
  link: 'ein Link',
  ownApp: 'Ihre eigene App',
};
