import type * as en from '../../en/dashboard/device.ts';

export const enterCodeWords: typeof en.enterCodeWords = {
  notCode: 'Das ist kein Code. Er hat acht Buchstaben, wie BCDF-GHJK.',
  nobody: 'Mit diesem Code wartet niemand. Vergleichen Sie ihn mit dem im Terminal; Codes enden nach 15 Minuten.',
  label: 'Code',
  hint: 'Die acht Buchstaben, die das Terminal oder der Agent zeigt.',
  eight: 'Der Code hat acht Buchstaben, wie BCDF-GHJK.',
  title: 'Gerät verbinden',
  error: 'Fehler: Gerät verbinden',
  lead: 'Ein Werkzeug oder ein Agent, der um Zugang bat, zeigt Ihnen einen Code. Tippen Sie ihn hier ein, um zu sehen, wer fragt.',
  go: 'Weiter',
};

export const askDeviceWords: typeof en.askDeviceWords = {
  title: 'Diesem Gerät Zugang geben?',
  asks: 'bittet um einen Schlüssel. Lassen Sie es nur zu, wenn Sie das begonnen haben und es denselben Code zeigt:',
  code: 'Code: ',
  deny: 'Ablehnen',
  approve: 'Zulassen',
  agent: 'Agent',
  silent: 'keine Angabe',
  app: 'App',
  address: 'Adresse',
  asked: 'Gefragt',
  until: 'Offen bis',
  none: 'Sie gehören zu keinem Arbeitsbereich',
  noneText: 'Ein Schlüssel gehört zu einem Arbeitsbereich. Legen Sie erst einen an.',
  workspace: 'Arbeitsbereich',
  get: 'Wenn Sie zulassen, bekommt es einen Schlüssel zu',
  may: (role: string, email: string) =>
    `und darf dort, was Sie als ${role} dürfen (${email}). Sie können den Schlüssel jederzeit widerrufen.`,
};

export const outcomeWords: typeof en.outcomeWords = {
  keys: 'Ihre Schlüssel sehen oder widerrufen',
  home: 'Zu Ihren Terminen',
  approved: 'Zugelassen',
  approvedText: (asker: string) =>
    `Zurück zum Terminal: ${asker} bekommt dort in Sekunden den Schlüssel. Sie können diese Seite schließen.`,
  connected: 'Schon verbunden',
  connectedText: (asker: string) =>
    `${asker} wurde zugelassen und hat den Schlüssel geholt. Hier ist nichts mehr zu tun.`,
  denied: 'Abgelehnt',
  deniedText: (asker: string) => `${asker} bekommt keinen Schlüssel und erfährt es. Sie können diese Seite schließen.`,
  over: 'Dieser Code ist abgelaufen',
  overText: 'Codes enden nach 15 Minuten. Beginnen Sie auf dem Gerät neu, und öffnen Sie den Link, den es dann zeigt.',
  decided: 'Schon entschieden',
  decidedText:
    'Dieser Code wurde schon zugelassen oder abgelehnt, vielleicht in einem anderen Fenster. Beginnen Sie bei Bedarf auf dem Gerät neu.',
  see: 'Ihre Schlüssel sehen',
  calendar: 'Verbinden Sie einen Kalender',
  calendarText: ', damit Gäste nur Zeiten bekommen, zu denen Sie frei sind.',
};

export const devicePageWords: typeof en.devicePageWords = {
  noName: 'Ein Programm ohne Namen',
  title: 'Ein Gerät bittet um Zugang',
  what: 'wer fragt',
};
