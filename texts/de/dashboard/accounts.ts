import type * as en from '../../en/dashboard/accounts.ts';

export const accountPageWords: typeof en.accountPageWords = {
  title: 'Sie',
  lead: (name: string, email: string) => `${name}. Sie melden sich als ${email} an.`,
};

export const accountWords: typeof en.accountWords = {
  title: 'Konto löschen',
  hint: 'Sofort und in allen Ihren Arbeitsbereichen. Es lässt sich nicht rückgängig machen.',
  open: 'Mein Konto löschen',
  goes: 'Ihre Sitzungen, Passkeys, Schlüssel, verbundenen Apps und Kalender enden; Name und Adresse werden vergessen. Sie verlassen alle Arbeitsbereiche; vergangene Termine bleiben dort ohne Sie.',
  meetings:
    'Kommende Termine werden abgesagt und die Gäste benachrichtigt. Sollen andere sie übernehmen, verlassen Sie zuerst den Arbeitsbereich.',
  cancel: 'Meine kommenden Termine absagen',
  type: 'Zur Bestätigung Ihre E-Mail eingeben',
  differs: 'Das ist nicht die Adresse Ihres Kontos.',
  verb: 'Mein Konto löschen',
  close: 'Behalten',
  why: {
    sole_owner: (names: string) =>
      `Sie allein sind Inhaber von ${names}. Machen Sie unter Mitglieder jemand anderen zum Inhaber, oder löschen Sie den Arbeitsbereich unter Einstellungen, Arbeitsbereich.`,
    removal_under_way: (names: string) =>
      `Ihre Termine in ${names} werden gerade übergeben. Versuchen Sie es danach noch einmal.`,
    meetings_wait_for_owner: (names: string, lastDay: string) =>
      `Jemand hat ${names} übernommen. Termine von Ihnen warten dort auf die Entscheidung des neuen Inhabers, der letzte am ${lastDay}. Ihr Konto lässt sich löschen, sobald entschieden ist oder die Termine vorbei sind.`,
    hand_over_required: (names: string) =>
      `Sie haben kommende Termine in ${names}. Kreuzen Sie unten an, oder übergeben Sie sie zuerst.`,
    address_changed_lately: () =>
      'Ihre Adresse wurde vor weniger als 7 Tagen geändert. So lange lässt sich das vom alten Postfach aus zurücknehmen, und nichts wird endgültig gelöscht.',
    sign_in_too_old: () =>
      'Ihre Anmeldung ist älter als eine Stunde. Melden Sie sich neu an, und löschen Sie dann Ihr Konto.',
  },
  failed: 'Nichts wurde gelöscht',
};

export const profileWords: typeof en.profileWords = {
  title: 'Ihr Name und Ihre Adresse',
  hint: 'In allen Ihren Arbeitsbereichen. Gäste sehen den Namen.',
  name: 'Ihr Name',
  email: 'Ihre E-Mail',
  emailHint: 'An eine neue Adresse schicken wir einen Link. Sie gilt, sobald Sie ihn hier öffnen.',
  language: 'Sprache Ihrer Seiten und Mails',
  asBrowser: 'Wie im Browser',
  save: 'Speichern',
  saved: 'Ihr Konto ist gespeichert.',
  waits: (email: string) => `Ein Link wartet im Postfach von ${email}. Bis Sie ihn öffnen, ändert sich nichts.`,
};

export const photoWords: typeof en.photoWords = {
  title: 'Wie Gäste Sie sehen',
  hint: 'Auf Ihren Buchungsseiten und denen Ihrer Teams, in allen Ihren Arbeitsbereichen.',
  alt: (name: string) => `Bild von ${name}`,
  bio: 'Über Sie',
  bioHint: 'Ein paar Worte, zum Beispiel worüber man mit Ihnen spricht. Höchstens 300 Zeichen.',
  what: 'Ihr Bild',
  save: 'Text speichern',
  saved: 'Der Text ist gespeichert. Gäste sehen ihn ab jetzt.',
};

export const passkeysWords: typeof en.passkeysWords = {
  hint: 'Melden Sie sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Mail.',
  add: 'Passkey hinzufügen',
  title: 'Passkeys',
  what: 'Ihre Passkeys',
  added: (name: string) => `${name} meldet Sie ab jetzt an.`,
  ask: (name: string) => `${name} entfernen?`,
  verb: 'Passkey entfernen',
  removed: (name: string) => `${name} ist entfernt.`,
  text: 'Er meldet niemanden mehr an, und Browser, die sich mit ihm anmeldeten, werden abgemeldet, dieser nicht. Ihr Gerät bietet ihn vielleicht noch an: Löschen Sie ihn auch dort. Ein Link per Mail lässt Sie immer ein.',
  none: 'Noch keine Passkeys.',
  noneHere: 'Noch keine Passkeys. Dieser Browser kann keinen anlegen.',
  most: (most: number) => `Sie haben ${most}, mehr gehen nicht.`,
  remove: 'Entfernen',
  blocked: 'Gesperrt',
  synced: 'Synchronisiert',
  since: (day: string) => `hinzugefügt am ${day}`,
  never: 'nie benutzt',
  used: (day: string) => `zuletzt benutzt am ${day}`,
  copy: 'Er zählt seine Benutzungen, und die Zahl ging zurück: Vielleicht hat jemand eine Kopie. Entfernen Sie ihn, und fügen Sie einen neuen hinzu.',
};

export const browserNameWords: typeof en.browserNameWords = {
  a: 'Ein Browser',
  on: (browser: string, system: string) => `${browser} auf ${system}`,
};

export const sessionsWords: typeof en.sessionsWords = {
  email: 'per Link in einer Mail',
  google: 'mit Google',
  microsoft: 'mit Microsoft',
  click: 'per Klick',
  passkey: 'mit einem Passkey',
  ended: (name: string) => `${name} ist abgemeldet.`,
  everywhere: 'Überall abmelden',
  title: 'Angemeldete Browser',
  hint: 'Melden Sie ab, was Sie nicht kennen.',
  what: 'Ihre Sitzungen',
  ask: 'Überall abmelden?',
  text: 'Alle Ihre Browser werden abgemeldet, auch dieser. Schlüssel und Agenten arbeiten weiter.',
  out: 'Abmelden',
  here: 'Dieser Browser',
  since: (day: string, how: string) => `angemeldet seit ${day}, ${how}`,
  seen: (at: string) => `zuletzt gesehen ${at}`,
};

export const addPasskeyWords: typeof en.addPasskeyWords = {
  title: 'Passkey hinzufügen',
  submit: 'Passkey anlegen',
  text: 'Ihr Browser fragt als Nächstes nach Fingerabdruck, Gesicht oder PIN. Holdfast bekommt einen öffentlichen Schlüssel, nie diese.',
  name: 'Name',
  hint: 'Woran Sie ihn wiedererkennen.',
  again: 'Neu anmelden',
  not: 'Kein Passkey wurde angelegt: Der Browser fragte und bekam keine Antwort, oder ein Nein.',
  there: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
  cannot: 'Dieser Browser oder dieses Gerät konnte keinen Passkey anlegen.',
};

export const linkedAccountsWords: typeof en.linkedAccountsWords = {
  hint: 'Konten bei Google, Microsoft und Apple, mit denen Sie sich anmelden. Verknüpft wird eines bei der ersten Anmeldung damit.',
  title: 'Verknüpfte Konten',
  what: 'Ihre verknüpften Konten',
  ask: (name: string) => `Verknüpfung mit ${name} lösen?`,
  unlink: 'Lösen',
  done: (name: string) => `Die Verknüpfung mit ${name} ist gelöst.`,
  text: 'Browser, die sich damit anmeldeten, werden abgemeldet, dieser nicht. Ein Link per Mail lässt Sie immer ein. Wer sich dort mit Ihrer Adresse wieder anmeldet, verknüpft es neu, und Sie erfahren es per Mail.',
  none: 'Keine verknüpften Konten.',
  linked: (day: string) => `verknüpft am ${day}`,
  used: (day: string) => `zuletzt benutzt am ${day}`,
};
