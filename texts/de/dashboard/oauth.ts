import type * as en from '../../en/dashboard/oauth.ts';

export const grantsPageWords: typeof en.grantsPageWords = {
  title: 'Verbundene Apps',
};

export const connectedAppsWords: typeof en.connectedAppsWords = {
  ended: (name: string) => `${name} ist getrennt.`,
  title: 'Verbundene Apps',
  hint: 'Apps wie Claude, ChatGPT oder ein Editor, die Sie für sich handeln lassen. Trennen Sie, was Sie nicht brauchen.',
  what: 'Ihre verbundenen Apps',
  ask: (name: string) => `${name} trennen?`,
  verb: 'Trennen',
  text: 'Es endet sofort und für immer, mit offenen Einladungen, die sie anlegte. Was sie sonst tat, bleibt: eingeladene Mitglieder, Webhooks, Termine.',
  none: 'Sie haben keine App verbunden.',
  read: 'Sie liest nur.',
  full: 'Sie darf, was Sie dort dürfen.',
  over: 'Beendet',
  self: 'Hat sich selbst registriert',
  went: 'Antworten gingen an',
  in: 'In',
  since: (day: string) => `seit ${day}`,
  never: 'nie benutzt',
  used: (at: string) => `zuletzt benutzt ${at}`,
  endedAt: (at: string) => `beendet ${at}`,
  reused: (at: string, from: string) => `Ihr Token wurde ${at} zweimal benutzt${from === '' ? '' : `, von ${from}`}.`,
  reusedHint: 'Das tun Apps, wenn eine Antwort verloren geht. Kennen Sie ein Netz nicht, dann trennen Sie die App.',
  and: ' und ',
};
