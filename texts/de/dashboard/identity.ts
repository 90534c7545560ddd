import type * as en from '../../en/dashboard/identity.ts';

export const agentsSectionWords: typeof en.agentsSectionWords = {
  stopped: (name: string) => `${name} ist beendet.`,
  title: 'Agenten, die für Sie handeln',
  hint: 'Sie haben sie per Code aus einer Mail zugelassen. Beenden Sie, was Sie nicht brauchen.',
  what: 'Ihre Agenten',
  ask: (name: string) => `${name} beenden?`,
  verb: 'Beenden',
  text: 'Es endet sofort und für immer, mit den offenen Einladungen, die er für Sie schickte. Was er tat, bleibt.',
  none: 'Kein Agent handelt für Sie.',
  stop: 'Beenden',
  over: 'Beendet',
  expired: 'Abgelaufen',
  in: 'In',
  since: (day: string) => `seit ${day}`,
  never: 'nie benutzt',
  used: (at: string) => `zuletzt benutzt ${at}`,
  ended: (at: string) => `beendet ${at}`,
  may: 'Er darf:',
  booked: 'Buchte einen Termin',
  requested: 'Fragte einen Termin an',
  moved: 'Verschob einen Termin',
  canceled: 'Sagte einen Termin ab',
  paid: 'Bereitete eine Zahlung vor',
  invited: 'Lud jemanden ein',
  again: 'Lud jemanden noch einmal ein',
  account: 'Legte Ihr Konto an',
  workspace: 'Legte einen Arbeitsbereich an',
  consent: 'Bekam Ihre Zustimmung',
  lately: 'Was er zuletzt tat',
};

export const agentsPageWords: typeof en.agentsPageWords = {
  title: 'Ihre Agenten',
};
