import type * as en from '../../en/dashboard/members.ts';

export const membersSectionWords: typeof en.membersSectionWords = {
  hint: 'Wer hier arbeitet, und wer eingeladen ist.',
  invite: 'Einladen',
  title: 'Mitglieder',
  what: 'die Mitglieder',
  invited: (email: string) => `${email} ist eingeladen.`,
  isNow: (name: string, role: string) => `${name} ist jetzt: ${role}.`,
};

export const inviteMemberWords: typeof en.inviteMemberWords = {
  title: 'Mitglied einladen',
  submit: 'Einladung senden',
  email: 'E-Mail',
  hint: 'Die Einladung endet nach 7 Tagen, oder wenn Sie die Rolle nicht mehr geben dürfen.',
};

export const memberListWords: typeof en.memberListWords = {
  title: 'Mitglieder',
  until: (day: string) => `eingeladen, bis ${day}`,
  change: 'Rolle ändern',
  keep: 'Als Mitglied behalten',
  of: (name: string) => `von ${name}`,
  remove: 'Entfernen',
  you: 'Sie',
  waiting: 'Kein Zugang: Termine warten auf Ihre Entscheidung',
  running: 'Wird entfernt',
  role: (role: string) => role,
};

export const removeWords: typeof en.removeWords = {
  title: (name: string) => `${name} entfernen?`,
  invitation: 'Der Link in der Mail gilt ab sofort nicht mehr.',
  text: 'Der Zugang endet sofort, auch für Schlüssel und Agenten. Zeitpläne werden gelöscht; Terminarten gehen mit den Terminen oder werden ausgeschaltet.',
  waiting:
    'Der Arbeitsbereich gehörte vorher dieser Person; sie kann hier nichts mehr tun. Nicht alle ihre Termine konnten zum neuen Inhaber wechseln: Entscheiden Sie, was aus ihnen wird.',
  meetings: 'Kommende Termine',
  to: (name: string) => `übernimmt ${name}`,
  cancel: 'werden abgesagt; Gäste erfahren es per Mail',
  reason: 'Ein Wort an die Gäste',
  verb: 'Entfernen',
  running: (name: string) => `${name} hat viele Termine: Das Entfernen läuft von selbst weiter.`,
  removed: (name: string) => `${name} ist entfernt.`,
};

export const changeRoleWords: typeof en.changeRoleWords = {
  title: (name: string) => `Die Rolle von ${name}`,
  submit: 'Rolle ändern',
  keep: (name: string) => `${name} als Mitglied behalten?`,
  keepSubmit: 'Als Mitglied behalten',
  keepText:
    'Die Person kann sich hier wieder anmelden, mit dieser Rolle. Ihre Termine und Terminarten behält sie; ihre Schlüssel bleiben beendet.',
  text: 'Sie gilt sofort, auch für Schlüssel und Agenten. Einladungen, die nicht mehr erlaubt sind, enden.',
};

export const roleChoicesWords: typeof en.roleChoicesWords = {
  member: 'Mitglied: eigene Termine und Zeiten',
  manager: 'Manager: Termine, Zeiten und Teams von allen',
  admin: 'Admin: alles',
  owner: 'Inhaber: alles, auch andere Inhaber',
  billing: 'Abrechnung: nur Tarife und Rechnungen',
  role: 'Rolle',
};

export const sendAgainWords: typeof en.sendAgainWords = {
  again: 'Erneut senden',
  sending: 'Wird gesendet …',
  sent: (email: string) => `${email} erhält noch eine Einladung. Sie gilt 7 Tage.`,
  lately: (email: string) =>
    `${email} hat die Einladung vor weniger als 10 Minuten erhalten. Es ging keine zweite E-Mail hinaus: Sie liegt vielleicht im Spam.`,
};
