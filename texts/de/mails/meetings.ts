import { capital } from '../../capital.ts';
import type * as en from '../../en/mails/meetings.ts';

export const hostLinkTexts: typeof en.hostLinkTexts = {
  open: 'Termin öffnen',
  prepare: 'Auf diesen Termin vorbereiten',
  inCalendar: 'Der Termin steht in Ihrem Kalender.',
  openEvent: 'Eintrag öffnen',
  otherTime: 'Eine andere Zeit passt Ihnen besser?',
  move: 'Termin verschieben',
  cannot: 'Sie können nicht?',
  cancel: 'Termin absagen',
};

export const confirmationTexts: typeof en.confirmationTexts = {
  confirmed: {
    subject: (event: string, host: string, start: string) => `Bestätigt: ${event} mit ${host}, ${start}`,
    heading: 'Ihr Termin ist gebucht',
    lead: (event: string, host: string) => `Ihr Termin „${event}“ mit ${host} ist bestätigt.`,
    leadByHost: (event: string, host: string) => `„${event}“ wurde von ${host} mit Ihnen vereinbart.`,
    leadByAgent: (event: string, host: string, agent: string) =>
      `Der Agent mit der Adresse ${agent} hat „${event}“ mit ${host} für Sie gebucht.`,
  },
  invited: {
    subject: (event: string, host: string, start: string) => `Einladung: ${event} mit ${host}, ${start}`,
    heading: 'Sie sind eingeladen',
    lead: (event: string, host: string, guest: string) =>
      `${capital(guest)} hat Sie zum Termin „${event}“ mit ${host} eingeladen.`,
    leadByHost: (event: string, host: string, guest: string) =>
      `Sie wurden von ${host} zum Termin „${event}“ mit ${guest} eingeladen.`,
  },
  toHost: {
    subject: (event: string, guest: string, start: string) => `Neue Buchung: ${event} mit ${guest}, ${start}`,
    heading: 'Sie haben eine neue Buchung',
    lead: (event: string, guest: string) => `${guest} hat „${event}“ bei Ihnen gebucht.`,
    leadByHost: (event: string, guest: string) =>
      `„${event}“ mit ${guest} wurde von Ihnen oder aus Ihrem Team gebucht.`,
  },
};

export const canceledTexts: typeof en.canceledTexts = {
  subject: (event: string, other: string, start: string) => `Abgesagt: ${event} mit ${other}, ${start}`,
  heading: 'Der Termin ist abgesagt',
  requestHeading: 'Die Anfrage ist abgesagt',
  byReader: (event: string, other: string) => `Sie haben „${event}“ mit ${other} abgesagt.`,
  byGuest: (event: string, host: string, guest: string) => `${capital(guest)} hat „${event}“ mit ${host} abgesagt.`,
  byHost: (event: string, host: string) => `„${event}“ wurde von ${host} abgesagt.`,
  notMe: (event: string, host: string) =>
    `Sie haben uns mitgeteilt, dass Sie nicht um „${event}“ mit ${host} gebeten haben. Der Termin ist abgesagt, und der Grund wurde weitergegeben.`,
  off: (event: string, other: string) => `„${event}“ mit ${other} findet nicht statt.`,
  free: 'Die Zeit ist wieder frei.',
  guestCanceled: (event: string, guest: string) => `${guest} hat „${event}“ abgesagt.`,
  inCalendar: (event: string, guest: string) =>
    `Sie haben „${event}“ mit ${guest} abgesagt, indem Sie den Eintrag in Ihrem Kalender gelöscht haben.`,
  notTheGuest: (event: string, guest: string) =>
    `${guest} hat nach eigenen Angaben nicht um „${event}“ gebeten; deshalb ist der Termin abgesagt.`,
};

export const detailTexts: typeof en.detailTexts = {
  unsubscribe: 'Abbestellen',
  when: 'Wann',
  before: 'Bisher',
  where: 'Wo',
  missing: {
    link: 'Den Link erhalten Sie gesondert.',
    call: 'Wer anruft, erfahren Sie gesondert.',
    coming: 'Der Link kommt in einer eigenen E-Mail.',
    failed: 'Den Link erhalten Sie gesondert.',
  },
  with: 'Mit',
  invitedBy: 'Eingeladen von',
  somebody: 'jemand',
  alsoInvited: 'Außerdem eingeladen',
  bookedBy: 'Gebucht von',
  agent: (address: string) => `dem Agenten mit der Adresse ${address}`,
  reason: 'Angegebener Grund',
  guest: 'Gast',
  alsoHosting: 'Weitere Gastgeber',
  missingForHost: {
    link: 'Ihre Terminart nennt keinen Link: Schicken Sie Ihrem Gast einen.',
    call: 'Ihre Terminart nennt keine Nummer: Sagen Sie Ihrem Gast, wer anruft.',
    coming: 'Ihr Kalender macht den Link; er kommt in einer eigenen E-Mail.',
    failed:
      'Ihr Kalender hat keinen Link gemacht. Unter Einstellungen, Kalender macht „Noch einmal versuchen“ einen; oder schicken Sie Ihrem Gast einen.',
  },
  footerToHost: (service: string, event: string) =>
    `${service} schickt Ihnen diese E-Mail, weil andere „${event}“ bei Ihnen buchen. Ihre Antwort geht direkt an den Gast.`,
  footer: (service: string, workspace: string) =>
    `${service} schickt Ihnen diese E-Mail für ${workspace}, weil Ihre Adresse bei dieser Buchung angegeben wurde. Ihre Antwort geht direkt an Ihre Ansprechperson.`,
  footerToInvited: (service: string, workspace: string, guest: string) =>
    `${service} schickt Ihnen diese E-Mail für ${workspace}, weil ${guest} Ihre Adresse bei dieser Buchung angegeben hat. Ihre Antwort geht direkt an Ihre Ansprechperson.`,
};

/** How much of a pack its mail leaves out. */
export interface LeftOut {
  readonly questions: number;
  readonly answers: number;
  readonly facts: number;
}

export const prepTexts: typeof en.prepTexts = {
  subject: (event: string, guest: string, start: string) => `Vorbereitung: ${event} mit ${guest}, ${start}`,
  heading: (event: string, guest: string) => `${event} mit ${guest}`,
  preview: (start: string, guest: string) =>
    `${start}. Wie Sie teilnehmen, was Sie fragen können, und was über ${guest} bekannt ist.`,
  when: 'Wann',
  movedFrom: 'Verschoben von',
  where: 'Wo',
  join: 'Teilnehmen',
  number: 'Nummer des Gasts',
  guest: 'Gast',
  alsoInvited: 'Außerdem eingeladen',
  action: 'Ganze Vorbereitung öffnen',
  more: ({ questions, answers, facts }: LeftOut) => {
    const listed = [
      ...(questions > 0 ? [questions === 1 ? '1 weitere Frage' : `${questions} weitere Fragen`] : []),
      ...(answers > 0 ? [answers === 1 ? '1 weitere Antwort' : `${answers} weitere Antworten`] : []),
      ...(facts > 0 ? [`${facts} weitere ${facts === 1 ? 'Angabe' : 'Angaben'} zum Arbeitgeber`] : []),
      'alle Quellen',
    ];
    return `Die Vorbereitung ist auf Englisch. Dort stehen ${new Intl.ListFormat('de').format(listed)}. Sie können sie drucken.`;
  },
  footer: (service: string, event: string) =>
    `${service} sendet dies, weil andere „${event}“ bei Ihnen buchen. Ob und wie lange vor einem Termin es kommt, ist eine Einstellung der Terminart.`,
  settings: 'Ändern oder beenden:',
};

export const requestTexts: typeof en.requestTexts = {
  pending: {
    subject: (event: string, host: string, start: string) => `Wartet auf Zusage von ${host}: ${event}, ${start}`,
    heading: 'Ihre Anfrage wartet auf Zusage',
    lead: (event: string, host: string) =>
      `Sie haben „${event}“ angefragt. Die Anfrage muss von ${host} bestätigt werden. Sie bekommen eine E-Mail, sobald sie bestätigt oder abgelehnt ist.`,
    leadByAgent: (event: string, host: string, agent: string) =>
      `Der Agent mit der Adresse ${agent} hat „${event}“ angefragt. Die Anfrage muss von ${host} bestätigt werden. Sie bekommen eine E-Mail, sobald sie bestätigt oder abgelehnt ist.`,
    leadMoved: (event: string, host: string) =>
      `Ihre Anfrage für „${event}“ wurde auf eine neue Zeit verschoben. Sie muss noch von ${host} bestätigt werden. Sie bekommen eine E-Mail, sobald sie bestätigt oder abgelehnt ist.`,
    headingAgain: 'Die neue Zeit wartet auf Zusage',
    leadAgain: (event: string, host: string) =>
      `Sie haben „${event}“ auf eine neue Zeit verschoben. Sie muss von ${host} erneut bestätigt werden. Die bisherige Zeit ist frei; Ihr Kalender entfernt sie. Sie bekommen eine E-Mail, sobald die neue Zeit bestätigt ist. Wird sie abgelehnt, findet der Termin nicht statt.`,
    leadToInvited: (event: string, host: string, guest: string) =>
      `${capital(guest)} hat „${event}“ auf eine neue Zeit verschoben. Sie muss von ${host} erneut bestätigt werden. Die bisherige Zeit ist frei; Ihr Kalender entfernt sie. Sie bekommen eine E-Mail, sobald die neue Zeit bestätigt oder abgelehnt ist.`,
    ends: (end: string) => `Ohne Antwort verfällt die Anfrage am ${end}.`,
  },
  declined: {
    subject: (event: string, host: string, start: string) => `Abgelehnt: ${event} mit ${host}, ${start}`,
    heading: 'Ihre Anfrage wurde abgelehnt',
    lead: (event: string, host: string) => `„${event}“ mit ${host} ist zu dieser Zeit leider nicht möglich.`,
  },
  expired: {
    subject: (event: string, host: string, start: string) => `Nicht bestätigt: ${event} mit ${host}, ${start}`,
    heading: 'Ihre Anfrage wurde nicht rechtzeitig beantwortet',
    lead: (event: string, host: string) =>
      `„${event}“ wurde von ${host} nicht rechtzeitig bestätigt und findet deshalb nicht statt.`,
  },
  again: 'Andere Zeit wählen',
  toHost: {
    subject: (event: string, guest: string, start: string) => `Zusagen oder ablehnen: ${event} mit ${guest}, ${start}`,
    heading: 'Eine Anfrage wartet auf Ihre Antwort',
    headingMoved: 'Eine Anfrage hat eine neue Zeit',
    headingAgain: 'Ein Termin, dem Sie zugesagt haben, hat eine neue Zeit',
    lead: (event: string, guest: string) =>
      `${guest} bittet um „${event}“. Die Zeit ist bis zu Ihrer Antwort reserviert.`,
    leadMoved: (event: string, guest: string) =>
      `Die Anfrage von ${guest} für „${event}“ wurde auf eine neue Zeit verschoben. Die Zeit ist bis zu Ihrer Antwort reserviert.`,
    leadAgain: (event: string, guest: string) =>
      `${guest} hat „${event}“, dem Sie zugesagt hatten, auf eine neue Zeit verschoben. Sagen Sie der neuen Zeit zu oder lehnen Sie sie ab: Sie ist bis zu Ihrer Antwort reserviert. Die bisherige Zeit ist wieder frei.`,
    action: 'Zusagen oder ablehnen',
    declined: {
      subject: (event: string, guest: string, start: string) => `Abgelehnt: ${event} mit ${guest}, ${start}`,
      heading: 'Sie haben eine Anfrage abgelehnt',
      lead: (_event: string, guest: string) => `${guest} bekommt eine E-Mail. Die Zeit ist wieder frei.`,
    },
    expired: {
      subject: (event: string, guest: string, start: string) => `Nicht beantwortet: ${event} mit ${guest}, ${start}`,
      heading: 'Eine Anfrage ist ohne Antwort verfallen',
      lead: (event: string, guest: string) =>
        `Die Anfrage von ${guest} für „${event}“ wurde nicht rechtzeitig beantwortet. ${guest} bekommt eine E-Mail. Die Zeit ist wieder frei.`,
    },
  },
};

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly next: string;
}

export const calendarEventTexts: typeof en.calendarEventTexts = {
  subject: (what: string, event: string, guest: string, start: string) => `${what}: ${event} mit ${guest}, ${start}`,
  inCalendar: 'In Ihrem Kalender',
  choose: 'Wählen, was gilt',
  see: 'Ihre Kalender ansehen',
  to: (time: string) => ` verschoben, auf ${time}`,
  stillThere: (event: string, guest: string, provider: string, failure: string): Words => ({
    subject: 'Noch in Ihrem Kalender',
    heading: 'Ein Eintrag ist noch in Ihrem Kalender',
    lead: `„${event}“ mit ${guest} sollte nicht mehr in Ihrem Kalender stehen: Sie treffen sich dann nicht. ${provider} hat es nicht ausgeführt: ${failure}.`,
    next: 'Löschen Sie den Eintrag selbst. Vielleicht sind noch weitere übrig.',
  }),
  missing: (event: string, guest: string, provider: string, failure: string): Words => ({
    subject: 'Nicht in Ihrem Kalender',
    heading: 'Ein Termin steht nicht in Ihrem Kalender',
    lead: `„${event}“ mit ${guest} steht nicht wie vorgesehen in Ihrem Kalender. ${provider} hat es nicht ausgeführt: ${failure}. Der Termin bleibt bestehen, und seine Zeit ist belegt.`,
    next: 'Sehen Sie Ihre Kalender an: Wählen Sie einen, in den wir schreiben dürfen, und klicken Sie neben dem Termin auf „Noch einmal versuchen“. Vielleicht fehlen noch weitere Termine.',
  }),
  moved: (event: string, guest: string, to: string): Words => ({
    subject: 'Nur in Ihrem Kalender verschoben',
    heading: 'Sie haben einen Termin in Ihrem Kalender verschoben',
    lead: `Sie haben „${event}“ mit ${guest} in Ihrem Kalender${to || ' verschoben'}. Der Termin selbst bleibt bei seiner Zeit, bis Sie es anders sagen.`,
    next: 'Klicken Sie auf der Seite auf „Termin verschieben“, und seine Gäste bekommen eine E-Mail, oder auf „Zurücksetzen“, und der Eintrag kehrt zu seiner Zeit zurück.',
  }),
  deleted: (event: string, guest: string): Words => ({
    subject: 'Nur in Ihrem Kalender gelöscht',
    heading: 'Sie haben einen Termin in Ihrem Kalender gelöscht',
    lead: `Sie haben „${event}“ mit ${guest} in Ihrem Kalender gelöscht. Der Termin selbst findet statt, bis Sie ihn absagen.`,
    next: 'Um den Eintrag zurückzubekommen, klicken Sie in Ihren Kalendern neben dem Termin auf „Zurücksetzen“. Um den Termin abzusagen, bitten Sie Ihren Agenten darum.',
  }),
  notFollowed: (event: string, guest: string, to: string, reason: string): Words => ({
    subject: 'Nicht verschoben',
    heading: 'Ein Termin ließ sich nicht verschieben',
    lead: `Sie haben „${event}“ mit ${guest} in Ihrem Kalender${to || ' verschoben'}. Der Termin bleibt bei seiner Zeit: ${reason}.`,
    next: 'Der Eintrag kehrt zu dieser Zeit zurück. Verschieben Sie ihn auf eine andere Zeit, oder bitten Sie Ihren Agenten, den Termin zu verschieben.',
  }),
  failures: {
    forbidden: 'in den gewählten Kalender dürfen wir nicht schreiben',
    not_found: 'den gewählten Kalender gibt es nicht mehr',
    refused: 'was wir schreiben, wird abgewiesen',
    throttled: 'zwei Tage lang waren unsere Aufrufe unerwünscht',
    away: 'zwei Tage lang kam keine Antwort',
  },
  reasons: {
    slot_taken: 'ein Gastgeber hat dann einen anderen Termin',
    too_soon: 'diese Zeit ist vorbei',
    too_many_moves: 'er wurde heute zu oft verschoben',
    other: 'ein Termin muss in der Zukunft beginnen und kürzer als ein Tag sein',
  },
};

export const rescheduledTexts: typeof en.rescheduledTexts = {
  subject: (event: string, other: string, start: string) => `Verschoben: ${event} mit ${other}, jetzt ${start}`,
  preview: (start: string) => `Jetzt ${start}`,
  heading: 'Ihr Termin hat eine neue Zeit',
  lead: (event: string, other: string) => `Für „${event}“ mit ${other} gibt es eine neue Zeit.`,
  leadByReader: (event: string, other: string) => `Sie haben „${event}“ mit ${other} verschoben.`,
  leadByOther: (event: string, other: string) => `„${event}“ wurde von ${other} verschoben.`,
  leadByGuest: (event: string, host: string, guest: string) =>
    `${capital(guest)} hat „${event}“ mit ${host} verschoben.`,
};

export const guestLinkTexts: typeof en.guestLinkTexts = {
  guestsWait:
    'Die weiteren Gäste haben dazu noch keine E-Mail bekommen: Heute wurden so viele Personen eingeladen, dass wir auf Ihre Zustimmung warten. Öffnen Sie den Link unten und klicken Sie dort auf „Den weiteren Gästen schreiben“.',
  change: 'Termin verschieben oder absagen',
  notAsked: 'Sie haben nicht um diesen Termin gebeten?',
  notMe: 'Absagen: Das war ich nicht',
  keep: 'Behalten Sie diese E-Mail für sich: Wer ihren Link hat, kann Ihren Termin ändern.',
};

export const hostChangedTexts: typeof en.hostChangedTexts = {
  subject: (event: string, host: string, start: string) => `Jetzt mit ${host}: ${event}, ${start}`,
  heading: 'Ihr Termin findet mit jemand anderem statt',
  lead: (event: string, host: string, former: string) =>
    `„${event}“ wird von ${host} übernommen; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
  leadToInvited: (event: string, host: string, former: string, guest: string) =>
    `„${event}“ mit ${guest} wird von ${host} übernommen; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
  toHost: {
    heading: 'Sie sind jetzt Gastgeber eines Termins',
    subject: (event: string, guest: string, start: string) => `Jetzt mit Ihnen: ${event} mit ${guest}, ${start}`,
    lead: (event: string, guest: string, former: string) =>
      `Sie übernehmen „${event}“ mit ${guest}; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
  },
  toFormer: {
    heading: 'Ihr Termin findet mit jemand anderem statt',
    subject: (event: string, guest: string, start: string) => `Übergeben: ${event} mit ${guest}, ${start}`,
    lead: (event: string, guest: string, host: string) =>
      `„${event}“ mit ${guest} wird von ${host} übernommen. Sie müssen nicht teilnehmen.`,
  },
};

export const reminderTexts: typeof en.reminderTexts = {
  again: 'Anderen Termin wählen',
  stop: (workspace: string) => `Keine Erinnerungen von ${workspace} mehr:`,
  strangers: 'Sie möchten keine E-Mails mehr von Unbekannten?',
  strangersLink: 'Keine E-Mails mehr',
  toHost: (service: string, event: string) =>
    `${service} hat dies geschickt, weil „${event}“ mit Ihnen gebucht wird. Erinnerungen sind eine Einstellung der Terminart.`,
  settings: 'Ändern oder abbestellen:',
};

export const timeTexts: typeof en.timeTexts = {
  clock: (clock: string) => `${clock} Uhr`,
  hours: (from: string, to: string) => `${from} bis ${to} Uhr`,
  overnight: (day: string, from: string, nextDay: string) => `${day}, ${from} Uhr bis ${nextDay},`,
  short: (day: string, clock: string, offset: string) => `${day}, ${clock} Uhr (${offset})`,
  offsets: (from: string, to: string) => `${from}, dann ${to}`,
};
