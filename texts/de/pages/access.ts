import type * as en from '../../en/pages/access.ts';

export const outcomeWords: typeof en.outcomeWords = 'Was geschieht';

export const deadLinkWords: typeof en.deadLinkWords = {
  last: 'In Ihren Einstellungen sehen Sie alle Schlüssel, Agenten, Apps und Passkeys mit Zugang, und beenden sie einzeln.',
  settings: 'Zu Ihren Einstellungen',
  home: 'Zu Ihren Terminen',
  unknown: 'Dieser Link funktioniert nicht',
  cutOff: 'Vielleicht fehlt ein Stück: Nehmen Sie noch einmal den ganzen Link aus der Mail.',
  cutOffNewest: 'Vielleicht fehlt ein Stück: Nehmen Sie den ganzen Link aus der neuesten Mail.',
  nothingStopped: 'Er hat also nichts beendet.',
  nothingChanged: 'Er hat also nichts geändert.',
  noRequest: 'Er gehört zu keiner Anfrage eines Agenten.',
  yourAgent: 'Ist es Ihr Agent? Lassen Sie ihn sich noch einmal anmelden: Sie bekommen eine neue Mail.',
  tooOld: 'Diese Anfrage ist zu alt',
  tooOldText: 'Anfragen von Agenten warten einen Tag. Der Agent hat nichts bekommen.',
  notKnown: 'Sie kennen ihn nicht? Dann ist nichts zu tun.',
  address: {
    ended: {
      title: 'Dieser Link ist zu alt',
      text: 'Links gelten eine Stunde, und ein späterer ersetzt den früheren. Ihre Adresse ist die gleiche wie vorher.',
    },
    taken: {
      title: 'Mit dieser Adresse gibt es schon ein Konto',
      text: 'Ihr Konto behält deshalb seine eigene. Wählen Sie eine andere Adresse, oder melden Sie sich mit dieser an und löschen Sie erst deren Konto.',
    },
    elsewhere: {
      title: 'Dieser Link ist für ein anderes Konto',
      text: 'Sie sind als jemand anderes angemeldet. Melden Sie sich ab und mit dem Konto an, für das die neue Adresse bestellt wurde, und öffnen Sie dann den Link der Mail noch einmal.',
    },
  },
  undo: {
    expired: {
      title: 'Diese Änderung lässt sich nicht mehr zurücknehmen',
      text: 'Der Link gilt 7 Tage nach der Änderung der Adresse.',
    },
    taken: {
      title: 'Mit dieser Adresse gibt es jetzt ein anderes Konto',
      text: 'Es entstand nach der Änderung. Die Adresse kann deshalb nicht zum ersten Konto zurück.',
    },
    takenStep:
      'Melden Sie sich mit dieser Adresse an, löschen Sie jenes Konto, und öffnen Sie dann den Link noch einmal.',
  },
};

export const stopAccessWords: typeof en.stopAccessWords = {
  kinds: {
    key: {
      what: 'Schlüssel',
      stop: 'Diesen Schlüssel beenden',
      way: 'Wer ihn hat, handelt in Ihrem Namen.',
      effect: 'Der Schlüssel endet sofort und für immer.',
    },
    seat: {
      what: 'Platz eines Agenten',
      stop: 'Diesen Agenten beenden',
      way: 'Er handelt in Ihrem Namen.',
      effect: 'Der Platz und sein Schlüssel enden sofort und für immer.',
    },
    passkey: {
      what: 'Passkey',
      stop: 'Diesen Passkey entfernen',
      way: 'Wer ihn hat, kann sich als Sie anmelden.',
      effect:
        'Der Passkey wird sofort und für immer entfernt, und alle Ihre Browser werden abgemeldet: Wer ihn hinzufügte, war als Sie angemeldet.',
    },
    grant: {
      what: 'Verbundene App',
      stop: 'Diese App trennen',
      way: 'Sie handelt in Ihrem Namen.',
      effect: 'Sie kann sofort und für immer nichts mehr in Ihrem Namen tun.',
    },
    linked_account: {
      what: 'Konto',
      stop: 'Verknüpfung mit diesem Konto lösen',
      way: 'Wer sich dort anmeldet, ist hier als Sie angemeldet.',
      effect:
        'Die Verknüpfung endet sofort, und alle Ihre Browser werden abgemeldet. Wenn sich dort jemand mit Ihrer Adresse wieder anmeldet, erfahren Sie es per Mail.',
    },
  },
  stays: 'Gebuchte Termine, und Menschen, die einem Arbeitsbereich beitraten.',
  ways: {
    dashboard: 'Die Webseite, angemeldet als Sie',
    web: 'Die Webseite',
    host_api: 'Die API',
    host_mcp: 'MCP',
    public_api: 'Die öffentliche API',
    public_mcp: 'Das öffentliche MCP',
    system: 'Der Dienst selbst',
  },
  over: (what: string, name: string) => `${what} „${name}“ gilt nicht mehr`,
  overTitle: 'Es gilt nicht mehr',
  unknown: (way: string) => `${way} Beenden Sie es, wenn Sie es nicht kennen.`,
  ended: 'Es ist für immer beendet und kann nichts in Ihrem Namen tun.',
  can: 'Was es in Ihrem Namen kann',
  ifStop: 'Wenn Sie es beenden',
  whatStays: 'Was bleibt',
  ifNothing: 'Wenn Sie nichts tun',
  goesOn: 'Es geht weiter. Sie können es später beenden, in den Einstellungen der Übersicht.',
  you: 'Das waren Sie? Schließen Sie diese Seite; nichts geschieht.',
  see: 'Sehen, was noch Zugang hat',
  workspace: 'Arbeitsbereich',
  made: 'Entstanden',
  by: 'Durch',
  with: (way: string, key: string) => `${way}, mit „${key}“`,
  network: 'Aus dem Netz',
  appOf: 'App von',
  nobody: 'Niemand bürgt für sie: Sie hat sich selbst registriert',
  wentTo: 'Antwort ging an',
};

export const addressWords: typeof en.addressWords = {
  titles: {
    'sign in': 'Melden Sie sich an, um Ihre neue Adresse zu bestätigen',
    confirm: 'Diese Adresse benutzen?',
    confirmed: 'Ihre Adresse ist geändert',
    undo: 'Diese Adresse zurücknehmen?',
    undone: 'Ihr Konto hat wieder die alte Adresse',
  },
  works: 'Eine neue Adresse gilt, sobald Sie sie dort bestätigen, wo Sie angemeldet sind.',
  signIn: 'Anmelden',
  withOld: 'Melden Sie sich mit Ihrer jetzigen Adresse an. Öffnen Sie dann den Link der Mail noch einmal.',
  before: 'Sie melden sich an mit',
  afterNew: ' ab jetzt. Ihre anderen Browser sind abgemeldet.',
  home: 'Zu Ihren Terminen',
  afterOld: '. Alles, was seit der Änderung Zugang bekam, ist beendet.',
  newAddress: 'Neue Adresse',
  untilNow: 'Adresse bisher',
  ifUse: 'Wenn Sie sie benutzen',
  ifUseText: 'Sie melden sich mit ihr an, und alle Mails gehen dorthin. Ihre anderen Browser werden abgemeldet.',
  old: 'Die alte Adresse',
  oldText: 'Sie bekommt eine Mail mit einem Link, der dies binnen 7 Tagen zurücknimmt.',
  use: 'Diese Adresse benutzen',
  notAsked: 'Sie haben nicht darum gebeten? Schließen Sie diese Seite; nichts geschieht.',
  addressBefore: 'Ihre Adresse vorher',
  changedTo: 'Geändert auf',
  changed: 'Geändert',
  ifBack: 'Wenn Sie sie zurücknehmen',
  backText:
    'Das Konto hat wieder Ihre Adresse. Alle Browser werden abgemeldet; Passkeys, verknüpfte Konten, Schlüssel, Apps, Agenten und Kalender von nach der Änderung enden für immer, ebenso Einladungen, die niemand angenommen hat.',
  stays: 'Was bleibt',
  staysText: 'Gebuchte Termine, und Menschen, die einem Arbeitsbereich beitraten: Sehen Sie danach unter Team nach.',
  take: 'Zurücknehmen',
  you: 'Das waren Sie? Schließen Sie diese Seite; nichts geschieht.',
};

export const consentWords: typeof en.consentWords = {
  title: 'Diese App verbinden?',
  lead: 'Eine App möchte für Sie handeln. Lassen Sie es nur zu, wenn Sie das gerade in der App begonnen haben.',
  none: 'Sie gehören zu keinem Arbeitsbereich, in dem Sie eine App verbinden können.',
  makeOne: 'Legen Sie einen Arbeitsbereich an',
  thenAgain: ', und verbinden Sie die App dann noch einmal.',
  deny: 'Ablehnen',
  allow: 'Zulassen',
  as: 'Sie sind angemeldet als',
  other: 'Als jemand anderes anmelden',
  later:
    'Unter Einstellungen, Verbundene Apps, können Sie die App jederzeit trennen. Unbenutzt endet ihr Zugang nach 90 Tagen.',
  computer: 'Die Antwort geht an ein Programm auf Ihrem Computer',
  computerText:
    'Wir können nicht prüfen, an welches. Lassen Sie es nur zu, wenn Sie es gerade in einem Programm auf diesem Computer begonnen haben.',
  device: 'Die Antwort geht an eine App auf Ihrem Gerät',
  deviceText:
    'Wir können nicht prüfen, welche solche Links öffnet. Lassen Sie es nur zu, wenn Sie es gerade in einer App auf diesem Gerät begonnen haben.',
  appOf: 'App von',
  nobody: 'Niemand bürgt für sie: Sie hat sich selbst registriert',
  goesTo: 'Antwort geht an',
  callsItself: 'Nennt sich',
  noName: 'Nichts, was wie ein Name klingt',
  unchecked: '(nicht geprüft)',
  may: 'Was sie darf',
  look: 'Nur lesen',
  lookText: 'Was Sie dort sehen: Termine mit dem, was Gäste schrieben, Terminarten, Verfügbarkeit, Teams, Mitglieder.',
  full: 'Voller Zugang',
  fullText:
    'Alles, was Sie dort dürfen: Termine buchen, verschieben und absagen, Einstellungen ändern, und was Ihre Rolle sonst erlaubt, etwa einladen und Abrechnung.',
  stays:
    'Manches bleibt, wenn Sie die App trennen: Personen, die sie einlädt, und Rollen, die sie vergibt, Webhooks, die Termine an Adressen ihrer Wahl senden, und Zahlungsseiten, bis sie ablaufen. Schlüssel legt sie nicht an.',
  actsIn: 'Sie handelt nur in',
  aloneIn: '.',
  workspace: 'Arbeitsbereich',
  alone: 'Sie handelt nur in diesem.',
};

export const stopAgentWords: typeof en.stopAgentWords = {
  leads: {
    pending: 'Er möchte für Sie handeln. Ohne den Code der Mail kann er nichts.',
    verified: 'Er handelt für Sie, seit Sie ihm den Code einer Mail gaben.',
    revoked: 'Er kann nichts für Sie tun. Hier ist nichts mehr zu tun.',
    expired: 'Seine Zeit ist um: Er kann nichts für Sie tun. Hier ist nichts mehr zu tun.',
  },
  outcomes: {
    pending: [
      [
        'Wenn Sie ablehnen',
        'Sein Code gilt sofort nicht mehr. Sein Arbeitsbereich kann Ihnen 30 Tage lang keinen Code schicken.',
      ],
      ['Wenn Sie nichts tun', 'Der Code endet von selbst nach 10 Minuten.'],
    ],
    verified: [
      [
        'Wenn Sie ihn beenden',
        'Es endet sofort und für immer, mit den offenen Einladungen, die er für Sie schickte. Sein Arbeitsbereich kann Ihnen 30 Tage lang keinen Code schicken.',
      ],
      ['Was bleibt', 'Was er tat, bleibt: Termine, Arbeitsbereiche, Menschen, die beitraten.'],
      ['Wenn Sie nichts tun', 'Es geht weiter. Es endet von selbst nach 90 Tagen ohne Benutzung.'],
    ],
    revoked: [['Was bleibt', 'Was er tat, bleibt: Termine, Arbeitsbereiche, Menschen, die beitraten.']],
    expired: [['Was bleibt', 'Was er tat, bleibt: Termine, Arbeitsbereiche, Menschen, die beitraten.']],
  },
  headings: { pending: 'Diesen Agenten ablehnen?', verified: 'Diesen Agenten beenden?' },
  stopAnAgent: 'Einen Agenten beenden',
  notForYou: 'Er handelt nicht für Sie',
  thisNot: 'Dieser Agent handelt nicht für Sie',
  can: 'Was er für Sie kann',
  could: 'Was er für Sie könnte',
  refuse: 'Ablehnen',
  stop: 'Beenden',
  see: 'Sehen, wer für Sie handelt',
  unreadable: 'Ein Name, der nicht wie einer klingt, darum wird er nicht gezeigt',
  calls: 'Er nennt sich',
  in: 'Im Arbeitsbereich',
  for: 'Für',
  asked: 'Gefragt',
  allowed: 'Erlaubt',
};
