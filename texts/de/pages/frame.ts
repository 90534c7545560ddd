import type * as en from '../../en/pages/frame.ts';

export const placeWords: typeof en.placeWords = {
  nav: 'Übersicht',
  meetings: 'Termine',
  eventTypes: 'Terminarten',
  availability: 'Verfügbarkeit',
  availabilityShort: 'Zeiten',
  team: 'Team',
  settings: 'Einstellungen',
};

export const frameWords: typeof en.frameWords = {
  skip: 'Zum Inhalt springen',
  foot: 'Terminplanung mit Holdfast',
  docs: 'Hilfe (englisch)',
  agents: 'Agenten',
  language: 'Sprache',
};

export const browserWords: typeof en.browserWords = {
  broken: 'Ein Teil dieser Seite ist ausgefallen',
  brokenHint: 'Sie können die Seite ohne ihn benutzen. Nichts von Ihren Eingaben wurde abgeschickt.',
  offline: 'Sie sind offline',
  offlineHint: 'Ihre Eingaben bleiben hier. Machen Sie weiter, sobald Sie wieder verbunden sind.',
};

export const appWords: typeof en.appWords = {
  loading: 'Lädt',
  script: 'Diese Seite braucht JavaScript. Anmelden und Buchen brauchen es nicht.',
  device: 'Ein Gerät bittet um Zugang',
};

export const joinWords: typeof en.joinWords = { join: 'Am Termin teilnehmen' };

export const factWords: typeof en.factWords = {
  what: 'Was',
  when: 'Wann',
  where: 'Wo',
  with: '{event} mit {host}',
};

export const problemWords: typeof en.problemWords = {
  again: 'Noch einmal versuchen',
  quote: (requestId: string) => `Wenn Sie um Hilfe bitten, nennen Sie ${requestId}.`,
  inSeconds: (seconds: number) => (seconds <= 1 ? 'in einer Sekunde' : `in ${seconds} Sekunden`),
  inMinutes: (minutes: number) => `in ${minutes} Minuten`,
  inHours: (hours: number) => `in ${hours} Stunden`,
  notFound: 'Diese Seite gibt es nicht',
  notFoundHint:
    'Vielleicht ist der Link unvollständig, oder er wurde geändert. Fragen Sie bei der Person nach, von der Sie ihn haben.',
  closedEvent: (name: string) => `${name} ist im Moment nicht buchbar`,
  closedEventHint: 'Neue Buchungen sind dafür gerade nicht möglich. Gebuchte Termine bleiben, wie sie sind.',
  noGuide: 'Diese Seite gibt es in der Dokumentation nicht',
  noGuideHint: 'Vielleicht ist sie umgezogen. Die Liste aller Anleitungen und die Suche stehen unter /docs.',
  hostOffers: 'Ansehen, was hier angeboten wird',
  deadShortLink: 'Dieser Link funktioniert nicht mehr',
  deadShortLinkHint:
    'Er ist beendet oder ausgeschaltet, oder es fehlt ein Stück davon. Fragen Sie bei der Person nach, von der Sie ihn haben.',
  locked: 'Im Moment sind keine Buchungen möglich',
  lockedHint: 'Hier werden zurzeit keine Buchungen angenommen. Bitte fragen Sie direkt nach einem Termin.',
  tooMuch: 'Zu viele Anfragen',
  tooMuchHint: (wait: string) => `Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es ${wait} noch einmal.`,
  away: 'Einen Moment bitte',
  awayHint: (wait: string) =>
    `Ein Teil unseres Dienstes antwortet gerade nicht. Nichts ist verloren. Bitte versuchen Sie es ${wait} noch einmal.`,
  unreadTimes: 'Die freien Zeiten lassen sich gerade nicht lesen',
  busyService: 'Unser Dienst ist gerade überlastet',
  calendarAway: 'Der Kalender antwortet gerade nicht',
  nothingLost: (wait: string) => `Nichts ist verloren. Bitte versuchen Sie es ${wait} noch einmal.`,
  manyMoves: 'Dieser Termin wurde heute schon oft verschoben',
  manyMovesHint: (wait: string) =>
    `Er bleibt, wo er ist. Versuchen Sie es ${wait} wieder, oder sagen Sie ihn ab und buchen Sie eine andere Zeit.`,
  manyMails: 'Das wären zu viele E-Mails',
  manyMailsHint: (wait: string) =>
    `Eine der eingeladenen Personen hat heute schon viele E-Mails von uns bekommen. Es wurde nichts geändert. Versuchen Sie es ${wait} wieder.`,
  unreadable: 'Das konnten wir nicht lesen',
  unreadableHint:
    'Im Link oder im Formular steht etwas, das wir nicht verstehen. Bitte beginnen Sie noch einmal bei dem Link, den Sie bekommen haben.',
  unexpected: 'Bei uns ist etwas schiefgegangen',
  unexpectedHint: 'Wir konnten das nicht zu Ende bringen. Bitte versuchen Sie es in einer Minute noch einmal.',
  deadManageLink: 'Dieser Link funktioniert nicht mehr',
  deadManageLinkHint:
    'Links zu einem Termin gelten bis einen Tag danach. Nehmen Sie den Link aus der neuesten E-Mail zu Ihrem Termin.',
  deadDecideLinkHint: 'Nehmen Sie den Link aus der neuesten E-Mail zu der Anfrage.',
  deadNoMailLinkHint: 'Vielleicht fehlt ein Teil davon. Nehmen Sie den Link am Ende einer neueren E-Mail von uns.',
  expiredStep: 'Diese Seite ist abgelaufen',
  expiredStepHint:
    'Zu Ihrer Sicherheit gilt er nur zwei Stunden. Wenn Sie eine Bestätigung per E-Mail haben, ist Ihr Termin gebucht. Wenn nicht, wählen Sie bitte noch einmal eine Zeit.',
  stale: 'Diese Seite ist abgelaufen',
  staleHint: 'Es hat sich noch nichts geändert. Bitte sehen Sie alles durch und schicken Sie es noch einmal ab.',
  plainText: 'Bitte nur einfachen Text mit höchstens 500 Zeichen.',
};
