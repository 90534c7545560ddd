import type * as en from '../../en/pages/accounts.ts';

export const landingWords: typeof en.landingWords = {
  title: 'Terminplanung für Menschen und ihre Agenten',
  claim: 'Gäste buchen selbst – oder ihr Agent.',
  description: 'Terminplanung für Menschen, und für die Agenten, die für sie buchen.',
  book: 'Sind Sie eingeladen?',
  bookHint:
    'Öffnen Sie den Link, den Sie bekommen haben. Zum Verschieben oder Absagen nehmen Sie den Link in Ihrer Bestätigung.',
  start: 'Buchungsseite anlegen',
  startHint: 'Ohne Passwort, ohne Karte. Sie haben schon ein Konto? Derselbe Button meldet Sie an.',
  picture: 'Eine Buchungsseite: Ein Gast wählt 10:30 Uhr am 18., und der Termin ist gebucht.',
  event: 'Erstgespräch',
  eventFacts: '30 Minuten mit Ada',
  booked: 'Gebucht',
  bookedFacts: 'Mi 18., 10:30, von Miras Agent',
  trial: 'Hier ausprobieren',
  trialBook: 'Bei Ada buchen, der Gastgeberin zum Ausprobieren',
  trialMails: 'Die verschickten E-Mails lesen',
  trialGuides: 'In README.md steht eine erste Buchung über die Schnittstelle.',
  programs: 'Für Agenten und Programme',
  docs: 'Dokumentation (englisch): Anleitungen und alle Aufrufe',
  openapi: 'Die ganze Schnittstelle als OpenAPI-Dokument',
  mcp: 'MCP über HTTP (streamable):',
  health: 'Betriebszustand',
};

export const noMailWords: typeof en.noMailWords = {
  title: 'Keine E-Mails mehr',
  heading: 'Keine E-Mails mehr von Unbekannten bekommen?',
  lead: 'Dann schicken wir keine Codes und keine Einladungen mehr an diese Adresse. Zu Terminen, die Sie selbst gebucht haben, bekommen Sie weiterhin E-Mails.',
  submit: 'Keine E-Mails mehr',
  refused: 'Keine E-Mails mehr von Unbekannten',
  refusedLead:
    'Wir schicken keine Codes und keine Einladungen mehr an diese Adresse. Zu Terminen, die Sie selbst gebucht haben, bekommen Sie weiterhin E-Mails. Um mit dieser Adresse wieder zu buchen, erlauben Sie zuerst E-Mails.',
  allow: 'E-Mails wieder erlauben',
  allowed: 'E-Mails sind wieder erlaubt',
  allowedLead: 'Codes und Einladungen erreichen diese Adresse wieder.',
};

export const noRemindersWords: typeof en.noRemindersWords = (workspace: string) => ({
  title: 'Keine Erinnerungen mehr',
  heading: `Keine Erinnerungen von ${workspace} mehr bekommen?`,
  lead: `Dann schickt ${workspace} keine Erinnerungen an Termine mehr an diese Adresse. Bestätigungen und E-Mails zu Änderungen bekommen Sie weiterhin.`,
  submit: 'Keine Erinnerungen mehr',
  refused: `Keine Erinnerungen von ${workspace} mehr`,
  refusedLead:
    'Wir schicken keine mehr an diese Adresse. Bestätigungen und E-Mails zu Änderungen bekommen Sie weiterhin.',
  allow: 'Wieder Erinnerungen bekommen',
  allowed: 'Erinnerungen kommen wieder',
  allowedLead: `Diese Adresse bekommt die Erinnerungen von ${workspace} wieder.`,
});

export const invitedWords: typeof en.invitedWords = {
  title: (event: string, host: string) => `${event} mit ${host}`,
  takesPlace: (when: string, place: string) => `${when}. ${place}`,
  waits: (when: string, place: string) =>
    `${when}. ${place}. Die Gastgeberin oder der Gastgeber hat diese Zeit noch nicht bestätigt. Sie bekommen dann eine E-Mail.`,
  canceled: (when: string, _place: string) => `${when}. Dieser Termin ist abgesagt.`,
};

export const invitationWords: typeof en.invitationWords = {
  youAreIn: (workspace: string) => `Sie sind in ${workspace}`,
  join: (workspace: string) => `${workspace} beitreten`,
  invites: (name: string | null) => `${name ?? 'Jemand'} lädt Sie zur Zusammenarbeit ein.`,
  workspace: 'Arbeitsbereich',
  by: 'Eingeladen von',
  are: 'Sie sind',
  would: 'Sie wären',
  for: 'Einladung für',
  wrong: 'Sie sind als jemand anderes angemeldet',
  wrongText: (as: string, email: string) =>
    `Sie sind hier ${as}, und diese Einladung ist für ${email}. Melden Sie sich ab, und öffnen Sie dann den Link der Mail noch einmal.`,
  signIn: 'Anmelden und annehmen',
  signInAs: 'Melden Sie sich an als',
  newHere: 'Neu hier? Wir legen Ihr Konto an und führen Sie zu dieser Seite zurück.',
  accept: (workspace: string) => `Annehmen und ${workspace} beitreten`,
  notYou: 'Nicht für Sie? Schließen Sie diese Seite; nichts geschieht.',
  out: 'Abmelden',
  home: 'Zu Ihren Terminen',
  roles: {
    owner: 'Inhaber: alles, auch wer sonst Inhaber ist',
    admin: 'Admin: alles',
    manager: 'Manager: Termine, Terminarten, Zeiten und Teams von allen',
    member: 'Mitglied: Ihre eigenen Termine, Terminarten und Zeiten',
    billing_only: 'Abrechnung: Tarife und Rechnungen, keine Termine',
  },
  dead: {
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht fehlt ein Stück. Nehmen Sie ihn aus der neuesten Mail.',
    },
    accepted: {
      title: 'Diese Einladung wurde schon benutzt',
      text: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
    revoked: {
      title: 'Diese Einladung wurde zurückgezogen',
      text: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
    void: {
      title: 'Diese Einladung gilt jetzt nicht',
      text: 'Wer sie schickte, ist nicht mehr im Arbeitsbereich oder darf diese Rolle nicht geben: nicht mehr, oder nicht in der Woche nach einer Änderung der eigenen Adresse. Bitten Sie einen Inhaber oder Admin um eine neue.',
    },
    expired: {
      title: 'Diese Einladung ist zu alt',
      text: 'Einladungen gelten 7 Tage. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
  },
  elsewhere: {
    title: 'Diese Einladung ist für eine andere Adresse',
    text: 'Sie sind als jemand anderes angemeldet. Melden Sie sich ab, und öffnen Sie dann den Link der Mail noch einmal.',
  },
  noRoom: {
    title: 'Sie können gerade nicht beitreten',
    full: 'Der Tarif dieses Arbeitsbereichs hat keinen Platz für ein weiteres Mitglied. Bitten Sie die Person, die Sie eingeladen hat, Platz zu schaffen; die Einladung bleibt offen.',
    deleted: 'Der Arbeitsbereich ist gelöscht. Solange kein Inhaber ihn wiederherstellt, kann niemand beitreten.',
  },
};

export const calendarPageWords: typeof en.calendarPageWords = {
  connect: (provider: string) => `Einen Kalender von ${provider} verbinden`,
  reconnect: (account: string) => `${account} neu verbinden`,
  lead: 'Gäste sehen dann nur Zeiten, zu denen Sie frei sind, und Ihre Buchungen erscheinen in Ihrem Kalender.',
  read: 'Wir lesen, wann Sie belegt sind. Wir speichern nur Zeiten: keine Titel, keine Beschreibungen, keine Gäste Ihrer eigenen Einträge.',
  write: 'Wir schreiben, verschieben und löschen nur die Einträge Ihrer Buchungen.',
  boxes: 'Lassen Sie auf der nächsten Seite alle Häkchen gesetzt. Jedes wird gebraucht.',
  choose: (account: string) => `Wählen Sie dort ${account}. Ihre Einstellungen bleiben, wie sie sind.`,
  goOn: (provider: string) => `Weiter zu ${provider}`,
  later:
    'Sie können ihn jederzeit trennen, unter Einstellungen, Kalender. Sie haben nicht darum gebeten? Schließen Sie diese Seite; nichts geschieht.',
  wrong: 'Dieser Link ist für jemand anderen',
  wrongBefore: 'Sie sind angemeldet als',
  wrongAfter:
    '. Ein Link verbindet den Kalender einer Person, und nur sie kann ihn öffnen. Wenn er Ihrer ist, melden Sie sich ab und mit Ihrer anderen Adresse an.',
  out: 'Abmelden',
  connected: 'Ihr Kalender ist verbunden',
  none: 'Kein Kalender',
  reading: 'Wir lesen ihn gerade. Änderungen darin zählen in Sekunden.',
  unread: 'Er belegt keine Ihrer Zeiten: Sie haben gewählt, dass nur Buchungen Sie belegen.',
  account: 'Konto',
  at: 'Bei',
  blocks: 'Belegt Ihre Zeit',
  nothing: 'Nichts',
  writtenTo: 'Buchungen werden geschrieben in',
  noneHere: 'Keinen Kalender dieses Kontos',
  others: 'Andere Kalender wählen',
  rules: 'Ihre Regeln ändern',
  close: 'Sie können diese Seite schließen.',
};

const countedInGerman = (count: number | null, one: string, many: string, none: string): string => {
  if (count === null) return `${many} unbegrenzt`;
  return count === 0 ? `${none} ${one}` : `${count} ${count === 1 ? one : many}`;
};

export const plansWords: typeof en.plansWords = {
  title: 'Tarife',
  lead: 'Jedes neue Konto probiert Growth 14 Tage lang, ohne Karte. Danach gilt Free, und nichts wird gelöscht.',
  seeYours: 'Ihren Tarif ansehen, und wie viel davon genutzt ist',
  signIn: 'Anmelden, oder die Probezeit beginnen',
  small:
    'Preise in US-Dollar je Mitglied, ohne Umsatzsteuer. Ein Jahr kostet zehn Monate. Wenn ein Tarif voll ist, lässt sich nichts hinzufügen; alles andere läuft weiter, und Gäste können buchen.',
  forGood: 'dauerhaft kostenlos',
  monthly: 'je Mitglied und Monat',
  onePerson: 'Für eine Person',
  yearly: (usd: number) => `oder $${usd} im Jahr`,
  upTo: (most: number) => `Bis zu ${most} Mitglieder`,
  members: (count: number) => countedInGerman(count, 'Mitglied', 'Mitglieder', 'Kein'),
  eventTypes: (count: number | null) => countedInGerman(count, 'Terminart', 'Terminarten', 'Keine'),
  teams: (count: number | null) => countedInGerman(count, 'Team', 'Teams', 'Kein'),
  seats: (count: number | null) => countedInGerman(count, 'Platz für Agenten', 'Plätze für Agenten', 'Kein'),
  choose: (plan: string) => `${plan} wählen`,
};

export const loginWords: typeof en.loginWords = {
  title: 'Anmelden',
  error: 'Fehler: ',
  lead: 'Neu hier? Wir legen Ihr Konto an, mit Ihrer ersten Buchungsseite.',
  email: 'Ihre E-Mail',
  emailProblem: 'Geben Sie Ihre E-Mail-Adresse ein, wie name@firma.de.',
  mail: 'Link per Mail senden',
  passkey: 'Mit einem Passkey anmelden',
  passkeyNone: 'Kein Passkey wurde benutzt. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
  passkeyFailed: 'Der Passkey ließ sich nicht anfragen. Laden Sie diese Seite neu, oder wählen Sie einen anderen Weg.',
  passkeyScript: 'Für die Anmeldung mit einem Passkey schalten Sie JavaScript ein.',
  goOnWith: (provider: string) => `Weiter mit ${provider}`,
  local: 'Dies ist ein lokaler Stack: Kommen Sie als jemand aus der Demo herein.',
  noPerson: 'Diese Person gibt es in diesem Stack nicht',
  look: 'Sehen Sie in Ihre Mails',
  sentBefore: 'Wir haben einen Link an ',
  sentAfter: ' geschickt. Er meldet Sie einmal an, innerhalb von 15 Minuten.',
  localMail: 'Dies ist ein lokaler Stack: ',
  readMail: 'Lesen Sie die Mail im lokalen Postfach',
  nothing: 'Nach ein, zwei Minuten nichts da? Sehen Sie im Spam-Ordner nach, oder ',
  again: 'fordern Sie ihn noch einmal an',
  elsewhere: 'Ein anderer Browser hat diesen Link angefordert',
  elsewhereText:
    'Gehen Sie nur weiter, wenn Sie das waren: Dann ist dieser Browser angemeldet, der andere nicht. Wenn nicht, schließen Sie diese Seite.',
  asBefore: 'Dieser Browser wird angemeldet als ',
  asAfter: '.',
  goOnAs: (email: string) => `Weiter als ${email}`,
  newLink: 'Neuen Link anfordern',
  unknown: {
    title: 'Dieser Link geht nicht',
    text: 'Vielleicht ist er abgeschnitten. Nehmen Sie den aus der neuesten Mail.',
  },
  used: { title: 'Dieser Link wurde schon benutzt', text: 'Jeder Link gilt einmal.' },
  expired: {
    title: 'Dieser Link ist zu alt',
    text: 'Links gelten 15 Minuten und enden, wenn Sie sich mit einem anderen anmelden.',
  },
  signedOut: { title: 'Sie sind abgemeldet' },
  canceled: { title: 'Sie sind nicht angemeldet', text: 'Sie haben es sich anders überlegt. Wählen Sie einen Weg.' },
  passkeyStale: {
    title: 'Das hat zu lange gedauert',
    text: 'Ein Passkey muss binnen 5 Minuten benutzt werden, im selben Browser. Versuchen Sie es noch einmal.',
  },
  passkeyUnknown: {
    title: 'Dieser Passkey meldet niemanden an',
    text: 'Vielleicht wurde er hier entfernt. Wählen Sie unten einen anderen Weg; dann können Sie einen neuen hinzufügen.',
  },
  passkeyBlocked: {
    title: 'Dieser Passkey ist gesperrt',
    text: 'Er zählt seine Benutzungen, und die Zahl ging zurück: Vielleicht hat jemand eine Kopie. Melden Sie sich per Mail an, entfernen Sie ihn, und fügen Sie einen neuen hinzu.',
  },
  unproven: (provider: string) => ({
    title: `${provider} bestätigt Ihre Adresse nicht`,
    text: `${provider} hat nicht gesagt, dass die E-Mail-Adresse dieses Kontos heute Ihre ist. Melden Sie sich per Mail an: Das beweist es.`,
  }),
  byMail: 'Per Mail anmelden',
  away: (provider: string) => ({
    title: 'Einen Moment bitte',
    text: `${provider} antwortet gerade nicht. Versuchen Sie es in einer Minute, oder melden Sie sich per Mail an.`,
  }),
  misconfigured: (provider: string) => ({
    title: `${provider} geht hier gerade nicht`,
    text: `${provider} nimmt nicht an, wie dieser Dienst dort registriert ist. Den Grund findet der Betreiber im Protokoll. Bitte melden Sie sich per Mail an.`,
  }),
  notOurs: (provider: string) => ({
    title: 'Das hat nicht geklappt',
    text: `Was von ${provider} zurückkam, gehört zu keiner Anmeldung dieses Browsers. Bitte beginnen Sie neu.`,
  }),
  stillIn: {
    title: 'Nichts ist geschehen',
    text: 'Die Seite war lange offen, oder das Formular ist nicht von uns. Sie sind noch angemeldet.',
  },
  goOn: 'Weiter',
  back: 'Zurück zur Anmeldung',
};
