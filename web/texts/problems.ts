import { inLanguages } from '../../domain/languages.ts';

/** The texts of failures. */
export const problemWords = inLanguages(
  {
    again: 'Try again',
    quote: (requestId: string) => `If you ask for help, quote ${requestId}.`,
    inSeconds: (seconds: number) => (seconds <= 1 ? 'in a second' : `in ${seconds} seconds`),
    inMinutes: (minutes: number) => `in ${minutes} minutes`,
    inHours: (hours: number) => `in ${hours} hours`,
    notFound: 'This page does not exist',
    notFoundHint: 'The link may be incomplete, or the host may have changed it. Ask the person who sent it.',
    closedEvent: (name: string) => `${name} cannot be booked right now`,
    closedEventHint: 'The host takes no new bookings of it at the moment. Meetings that are booked stay as they are.',
    noGuide: 'There is no such page in the docs',
    noGuideHint: 'It may have moved. The list of all guides and the search are at /docs.',
    hostOffers: 'See what this host offers',
    deadShortLink: 'This link no longer works',
    deadShortLinkHint: 'It was ended or is switched off, or a part of it is missing. Ask the person who sent it.',
    locked: 'No bookings right now',
    lockedHint: 'This workspace takes no bookings at the moment. Please ask your host directly.',
    tooMuch: 'Too many requests',
    tooMuchHint: (wait: string) => `Too many requests came from your network. Please try again ${wait}.`,
    away: 'One moment, please',
    awayHint: (wait: string) =>
      `A part of our service does not answer right now. Nothing is lost. Please try again ${wait}.`,
    unreadTimes: 'The times can’t be read right now',
    busyService: 'Our service is busy right now',
    calendarAway: 'The host’s calendar does not answer right now',
    nothingLost: (wait: string) => `Nothing is lost. Please try again ${wait}.`,
    manyMoves: 'This meeting was moved often today',
    manyMovesHint: (wait: string) => `It stays where it is. Try again ${wait}, or cancel it and book another time.`,
    manyMails: 'That would be too many mails',
    manyMailsHint: (wait: string) =>
      `One of the people invited got many mails from us today. Nothing was changed. Try again ${wait}.`,
    unreadable: 'We could not read that',
    unreadableHint:
      'The link or the form has something in it that we do not understand. Please start again from the link you were sent.',
    unexpected: 'Something went wrong on our side',
    unexpectedHint: 'We could not finish this. Please try again in a minute.',
    deadManageLink: 'This link does not work any more',
    deadManageLinkHint:
      'Links to a meeting work until a day after it. Take the link from the newest mail about your meeting.',
    deadDecideLinkHint: 'Take the link from the newest mail about the request.',
    deadNoMailLinkHint: 'A part of it may be missing. Use the link at the end of a newer mail from us.',
    expiredStep: 'This page has expired',
    expiredStepHint:
      'For your safety it only works for two hours. If you have a confirmation mail, your meeting is booked. If not, please pick a time again.',
    stale: 'This page has expired',
    staleHint: 'Nothing has changed yet. Please check it and send it again.',
    plainText: 'Use plain text with at most 500 characters.',
  },
  {
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
    tooMuchHint: (wait: string) =>
      `Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es ${wait} noch einmal.`,
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
  },
);
