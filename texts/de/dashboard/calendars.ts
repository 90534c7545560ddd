import type * as en from '../../en/dashboard/calendars.ts';

export const movedWords: typeof en.movedWords = {
  title: 'Nur in Ihrem Kalender verschoben',
  lead: 'Ihre Gäste kommen noch zur Zeit des Termins. Wenn Sie ihn verschieben, bekommen sie eine Mail.',
  for: (event: string, at: string) => `für ${event}, ${at}`,
  with: 'mit',
  meeting: 'Termin',
  inCalendar: 'In Ihrem Kalender',
  move: 'Termin verschieben',
  back: 'Zurücksetzen',
  to: 'bis',
};

export const calendarsSectionWords: typeof en.calendarsSectionWords = {
  hint: 'Gäste bekommen keine Zeit, zu der ein verbundener Kalender belegt ist, und Ihre Buchungen werden hineingeschrieben.',
  title: 'Kalender',
  what: 'Ihre Kalender',
  chosen: (account: string) => `Die Auswahl für ${account} gilt ab jetzt.`,
  left: (account: string) => `${account} ist getrennt.`,
  moved: 'ist verschoben. Die Gäste bekommen eine Mail.',
  stays: 'bleibt zu seiner Zeit. Der Eintrag wird jetzt zurückgesetzt.',
  goOn: 'Gäste bekommen wieder Zeiten. Nur Buchungen belegen Sie, bis Sie einen Kalender verbinden.',
  again: (event: string) => `${event} wird jetzt noch einmal geschrieben.`,
  saved: 'Ihre Regeln sind gespeichert.',
  ask: (account: string) => `${account} trennen?`,
  verb: 'Trennen',
  text: 'Seine Einträge belegen nichts mehr. Buchungen bleiben, ebenso die geschriebenen Einträge.',
  last: 'Es ist Ihr letzter Kalender:',
  noTimes: 'Gäste bekommen keine Zeiten von Ihnen',
  until: ', bis Sie einen anderen verbinden oder Zeiten allein nach Buchungen anbieten.',
};

export const calendarsPageWords: typeof en.calendarsPageWords = {
  title: 'Kalender',
  none: 'Ihre Rolle kümmert sich um die Abrechnung und hat keine Termine, also auch keine Kalender.',
};

export const rulesWords: typeof en.rulesWords = {
  stay: 'So lassen, wie es ist',
  ask: 'Mich erst per Mail fragen',
  busy: 'Was mich belegt',
  both: 'Buchungen und meine Kalender',
  alone: 'Nur Buchungen',
  tentative: 'Einträge mit Vorbehalt',
  makes: 'Belegen mich',
  leaves: 'Lassen mich frei',
  declined: 'Einträge, die ich abgelehnt habe',
  elsewhere: 'Zeiten, in denen ich an einem anderen Ort arbeite',
  hostMove: 'Wenn ich einen Termin in meinem Kalender verschiebe',
  follow: 'Verschieben und die Gäste benachrichtigen',
  hostDelete: 'Wenn ich einen Termin aus meinem Kalender lösche',
  cancel: 'Absagen und die Gäste benachrichtigen',
  title: 'Regeln für Ihre Kalender',
  guests: 'Gäste in den Eintrag schreiben, um zu sehen, wer absagt',
  google: 'Nur Google. Sie bekommen keine zweite Einladung.',
  all: 'Ihre Regeln gelten in allen Ihren Arbeitsbereichen.',
  save: 'Regeln speichern',
};

export const connectButtonsWords: typeof en.connectButtonsWords = {
  none: 'Hier lässt sich noch kein Kalender verbinden: Diese Installation ist bei keinem Anbieter registriert. Wie es geht, findet ihr Betreiber in der Anleitung zu Kalendern.',
  last: 'Ihr letzter Versuch hat nichts verbunden.',
  connect: (name: string) => `${name} verbinden`,
  moment: 'Einen Moment: Die nächste Seite ist die des Anbieters. Sie kommen hierher zurück.',
};

export const unwrittenWords: typeof en.unwrittenWords = {
  forbidden: 'Wir dürfen in diesen Kalender nicht schreiben. Wählen Sie einen anderen für Buchungen.',
  gone: 'Diesen Kalender gibt es nicht mehr. Wählen Sie einen anderen für Buchungen.',
  refused: 'Der Anbieter nimmt den Eintrag nicht an.',
  throttled: 'Der Anbieter wollte zwei Tage lang keine Anfragen von uns.',
  away: 'Der Anbieter hat zwei Tage lang nicht geantwortet.',
  title: 'Nicht in Ihrem Kalender',
  lead: (zone: string) => `Diese Termine finden statt, und ihre Zeiten sind belegt. Zeiten in ${zone}.`,
  with: 'mit',
  deleted: 'Sie haben den Eintrag gelöscht.',
  back: 'Zurücksetzen',
  again: 'Noch einmal versuchen',
  for: (event: string, guest: string, at: string) => `für ${event} mit ${guest}, ${at}`,
};

export const chooseCalendarsWords: typeof en.chooseCalendarsWords = {
  title: (account: string) => `Kalender von ${account}`,
  save: 'Speichern',
  busy: 'Belegte Zeiten in diesen werden nicht angeboten',
  writeTo: 'Neue Buchungen werden geschrieben in',
  none: 'Keinen Kalender dieses Kontos',
  one: 'Ein Kalender aller Ihrer Konten nimmt neue Buchungen auf. Früher geschriebene bleiben, wo sie sind.',
};

export const standingWords: typeof en.standingWords = {
  other: (provider: string, host: string) =>
    `${provider} verweigert uns den Zugang. Nur ${host} kann es neu verbinden.`,
  own: (provider: string, blocks: boolean) =>
    `${provider} verweigert uns den Zugang${blocks ? ', also bekommen Gäste keine Zeiten von Ihnen' : ''}. Verbinden Sie es neu: Ihre Auswahl bleibt, und was inzwischen nicht geschrieben wurde, wird dann geschrieben.`,
  elsewhere: 'In einem anderen Arbeitsbereich verbunden: Die volle Adresse und die Kalender werden hier nicht gezeigt.',
  unchosen: 'Es wird nicht gelesen: Darin ist nichts ausgewählt.',
  first: 'Es wird gerade zum ersten Mal gelesen. Das dauert einige Sekunden.',
  unread: 'Noch nicht gelesen.',
  next: (at: string) => `Nächster Versuch um ${at}.`,
  pushes: 'Änderungen erreichen uns sofort.',
  polls: 'Es wird alle zwei Minuten gelesen.',
  last: (ago: string) => `Zuletzt gelesen ${ago}, um`,
  blocks: 'Belegt:',
  nothing: 'nichts',
  takes: 'Nimmt Buchungen auf:',
  now: 'gerade eben',
  seconds: (count: number) => `vor ${count} Sekunden`,
  minutes: (count: number) => `vor ${count} Minuten`,
  hours: (count: number) => `vor ${count} Stunden`,
  days: (count: number) => `vor ${count} Tagen`,
};

export const connectionRowWords: typeof en.connectionRowWords = {
  again: 'Neu verbinden',
  unread: 'Zurzeit nicht lesbar',
  reading: 'Wird gelesen',
  nothing: 'Belegt nichts',
  choose: 'Auswählen',
  of: ': Kalender von',
  leave: 'Trennen',
};

export const connectionsWords: typeof en.connectionsWords = {
  none: 'Kein Kalender ist verbunden',
  only: ': Nur Buchungen belegen Sie.',
  list: 'Verbundene Kalender',
  block: 'Ihre Kalender belegen zurzeit nichts: Unter Regeln haben Sie gewählt, dass nur Buchungen Sie belegen.',
  written:
    'Ihre Buchungen werden in keinen dieser Kalender geschrieben. Drücken Sie Auswählen, und nennen Sie einen für neue Buchungen.',
  closed: 'Gäste bekommen keine Zeiten von Ihnen',
  closedText:
    'Ihre Zeiten hängen von einem Kalender ab, und keiner ist verbunden. Verbinden Sie einen, oder bieten Sie Zeiten allein nach Buchungen an.',
  open: 'Zeiten allein nach Buchungen anbieten',
};
