import type * as en from '../../en/pages/times.ts';

export const pickerWords: typeof en.pickerWords = {
  title: 'Wählen Sie eine Zeit',
  zone: {
    before: 'Zeiten in ',
    mark: '.',
    hostMark: ',',
    hosts: ' beim Gastgeber.',
    clock: (clock: string) => ` Dort: ${clock} Uhr.\u00a0`,
    change: 'Ändern',
    changeWhat: ' (Zeitzone)',
    own: (zone: string, clock: string) => `Ihre Uhr: ${zone}, ${clock}.`,
    useOwn: 'Meine Zeiten zeigen',
    label: 'Ihre Zeitzone',
    everywhere: 'Überall',
    submit: 'Zeiten anzeigen',
    hint: 'Suchen Sie eine Stadt, eine Region oder eine Abweichung wie +2',
    found: (count: number) => (count === 1 ? '1 Zeitzone' : `${count} Zeitzonen`),
    none: 'Diese Zeitzone gibt es nicht. Versuchen Sie es mit einer großen Stadt in der Nähe.',
  },
  month: {
    choose: 'Monat',
    previous: 'Voriger Monat',
    next: 'Nächster Monat',
    to: (step: string, month: string) => `${step}: ${month}`,
    grid: (month: string) => `Tage im ${month}`,
    dayWithTimes: (day: string, count: number) => `${day}, ${count === 1 ? '1 freie Zeit' : `${count} freie Zeiten`}`,
    dayOff: (day: string) => `${day}, keine freien Zeiten`,
    today: 'heute',
    none: 'keine freien Zeiten',
    open: (month: string, count: number) => `${month}: ${count === 1 ? '1 Tag' : `${count} Tage`} mit freien Zeiten`,
    zoneNow: (zone: string) => `Die Zeiten gelten jetzt in ${zone}.`,
  },
  week: {
    choose: 'Woche',
    previous: 'Vorige Woche',
    next: 'Nächste Woche',
    toWeek: 'Woche zeigen',
    toMonth: 'Monat zeigen',
    shown: 'Eine Woche wird angezeigt.',
    monthShown: 'Ein Monat wird angezeigt.',
  },
  day: {
    times: (count: number) => (count === 1 ? '1 Zeit' : `${count} Zeiten`),
    clock12: 'Uhrzeiten mit AM und PM zeigen',
    clock24: 'Uhrzeiten in 24 Stunden zeigen',
    missed: (day: string) => `Am ${day} ist nichts frei. Dies ist der nächstgelegene Tag mit freien Zeiten.`,
  },
  empty: {
    locked: (organization: string) => `${organization} nimmt zurzeit keine Buchungen an.`,
    lockedHint: (host: string) => `Bitte fragen Sie ${host} direkt.`,
    noHours: (host: string) => `${host} hat noch keine buchbaren Zeiten eingerichtet.`,
    noHoursHint: 'Kommen Sie später wieder, oder fragen Sie direkt nach einem Termin.',
    noCalendar: (host: string) => `Der Kalender von ${host} ist zurzeit nicht verbunden.`,
    noCalendarHint:
      'Wir können nicht sehen, wann etwas frei ist. Kommen Sie später wieder, oder fragen Sie direkt nach einem Termin.',
    month: (month: string) => `Im ${month} ist nichts frei.`,
    busy: (host: string) => `${host} ist belegt oder abwesend.`,
    tooFar: (month: string) => `Der ${month} lässt sich noch nicht buchen.`,
    upTo: (day: string) => `Termine sind bis ${day} buchbar.`,
    nothingLater: (host: string) => `Auch später ist nichts frei. Fragen Sie ${host} direkt.`,
    onlyEarlier: (host: string) =>
      `Auch später ist nichts frei. Sehen Sie frühere Tage an, oder fragen Sie ${host} direkt.`,
    next: (day: string) => `Nächster freier Tag: ${day}`,
    first: 'Frühester freier Tag',
  },
  loading: (month: string) => `${month} wird geladen …`,
  failed: {
    title: (month: string) => `Die Zeiten im ${month} konnten nicht geladen werden`,
    offline: 'Sie sind offline. Wir versuchen es erneut, sobald Sie wieder verbunden sind.',
    busy: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es dann erneut.',
    other: 'Es ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
  },
};

export const hostWords: typeof en.hostWords = {
  title: (host: string) => `Termin mit ${host}`,
  description: (host: string, organization: string) => `Einen Termin mit ${host} bei ${organization} buchen.`,
  list: 'Buchbare Termine',
  team: 'Wen Sie treffen können',
  more: (count: number) => (count === 1 ? 'und noch jemand' : `und ${count} weitere`),
  nothing: (host: string) => `Bei ${host} lässt sich im Moment nichts buchen.`,
  nothingHint: 'Bitten Sie um einen Link, oder kommen Sie später wieder.',
  locked: (organization: string) => `${organization} nimmt im Moment keine Buchungen an.`,
  lockedHint: (host: string) => `Bitte wenden Sie sich direkt an ${host}.`,
};

export const eventWords: typeof en.eventWords = {
  title: (event: string, host: string) => `${event} mit ${host}`,
  description: (title: string, organization: string) => `Zeit wählen: ${title}, ${organization}.`,
  unknownZone: 'Diese Zeitzone kennen wir nicht',
  unknownZoneHint: 'Die Zeiten gelten in der Zeitzone Ihres Gegenübers. Bitte wählen Sie unten Ihre eigene.',
};

export const eventFactWords: typeof en.eventFactWords = { byApproval: 'Auf Anfrage' };

export const placeTexts: typeof en.placeTexts = {
  missing: {
    link: 'den Link erhalten Sie gesondert',
    call: 'wer anruft, erfahren Sie gesondert',
    coming: 'der Link kommt per E-Mail',
    failed: 'den Link erhalten Sie gesondert',
  },
  minutes: (count: number) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  hours: (count: number) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  hoursAndMinutes: (hours: number, minutes: number) => `${hours} Std. ${minutes} Min.`,
};

export const timeWords: typeof en.timeWords = { offsets: (from: string, to: string) => `${from} bis ${to}` };
