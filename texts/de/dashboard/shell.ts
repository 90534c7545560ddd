import type * as en from '../../en/dashboard/shell.ts';

export const shellWords: typeof en.shellWords = {
  what: 'Ihre Arbeitsbereiche',
  none: 'Sie gehören zu keinem Arbeitsbereich',
  noneLead: 'Legen Sie oben im Konto-Menü einen an, oder bitten Sie um eine Einladung.',
};

export const notFoundWords: typeof en.notFoundWords = {
  title: 'Hier ist nichts',
  lead: 'Die Adresse stimmt nicht, oder was sie nannte, ist weg.',
  go: 'Zu Ihren Terminen',
};

export const appBarWords: typeof en.appBarWords = {
  make: 'Neuer Arbeitsbereich',
  workspace: 'Arbeitsbereich',
  account: 'Konto',
  as: 'Angemeldet als',
  out: 'Abmelden',
};
