import { inLanguages } from '../../../../domain/languages.ts';

/** The texts of the import. */
export const importWords = inLanguages(
  {
    title: 'Import from Cal.com or Calendly',
    text: 'Event types and hours. Nothing is made before you have seen it. Meetings and guests stay there.',
    coming: 'Coming from Cal.com or Calendly?',
    bring: 'Bring your event types',
    imported: (count: number) => (count === 1 ? 'One entry is imported.' : `${count} entries are imported.`),
    from: 'Where from?',
    open: 'Open this page and sign in there:',
    keysOf: { 'cal.com': 'Cal.com, Settings, API keys', calendly: 'Calendly, Integrations, API and webhooks' },
    newTab: '(new tab)',
    make: {
      'cal.com': 'Press “New”, give the key any name, and copy it. It begins with cal_.',
      calendly:
        'Make a personal access token with any name, and copy it. If it asks for scopes, choose users:read, event_types:read and availability:read.',
    },
    key: (name: string) => `Paste the key of ${name}`,
    keyHint: 'It is used for this import alone and kept nowhere. Delete it there afterwards.',
    keyMissing: 'Paste the key first.',
    lookUp: 'Show what would come',
    asking: (name: string) => `Asking ${name} …`,
    refusedKey: {
      shape: 'This is no key: paste it alone, without spaces. Nothing was made.',
      wrong: (name: string) =>
        `${name} does not know this key, or it may not read event types. Make a new one as in step 2, and paste all of it. Nothing was made.`,
      empty: (name: string) =>
        `The account of this key at ${name} has no event types and no hours. Is it the right account? Nothing was made.`,
      away: (name: string) => `${name} does not answer right now. Try again in a few minutes. Nothing was made.`,
      busy: (name: string) => `${name} takes no more questions for now. Try again in a minute. Nothing was made.`,
      unreadable: (name: string) =>
        `${name} answers in a way that cannot be read here. Bring a file instead, below. Nothing was made.`,
      tooLarge: (name: string) =>
        `Your account at ${name} is too large to be read at once. Bring files instead, below. Nothing was made.`,
      twice: () => 'An import of this workspace is under way. Try again in a minute.',
    },
    wrongService: 'Your event types could not be read',
    orFile: 'Or from a file',
    getStep: 'For those who know a terminal: put your key in place of KEY, and run this.',
    meHint: 'Calendly’s answer to the first line names your address after “uri”: put it in place of URI.',
    commands: 'the commands',
    file: 'Files',
    drop: 'Drop them anywhere in this frame.',
    paste: 'Paste the text instead',
    pasted: 'Text of the answer',
    read: 'Read it',
    wrong: 'This cannot be read here',
    notJson: (name: string) =>
      `${name} is no whole JSON: it may be cut off, or another kind of file (a CSV, a page). Nothing was made.`,
    refused: {
      import_empty:
        'There are no event types and no hours in it. If it says “unauthorized” or “error”, the key was wrong: run the commands again. Nothing was made.',
      too_many_entries: 'It has more than 100 entries: give the files one after the other. Nothing was made.',
      tooLarge: 'It is larger than 300 kB: give the files one after the other. Nothing was made.',
      other: 'Choose what the commands above wrote. Nothing was made.',
    },
    thePasted: 'The text',
    would: (count: number) => (count === 1 ? 'One entry would be made:' : `${count} entries would be made:`),
    made: (count: number) => (count === 1 ? 'One entry is made:' : `${count} entries are made:`),
    outcome: { made: 'made', would_make: 'would be made', exists: 'is there already', skipped: 'is left out' },
    kind: { event_type: 'event type', schedule: 'hours' },
    run: 'Import',
    importing: 'Importing …',
    close: 'Close',
    reading: 'Reading …',
  },
  {
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
  },
);
