import { inLanguages } from '../../../domain/languages.ts';

/** The two mails of a trial: before its end, and at its end. */
export const trialTexts = inLanguages(
  {
    soon: (workspace: string, at: string) => `The trial of ${workspace} ends on ${at}`,
    soonLead: (workspace: string, plan: string, at: string) =>
      `${workspace} has tried the plan ${plan} for free. The trial ends on ${at}.`,
    soonEffect:
      'After that the plan is Free. Nothing is deleted and nothing is charged: booking pages, meetings, members and teams stay. Only adding more needs a plan.',
    ended: (workspace: string) => `The trial of ${workspace} is over`,
    endedLead: (workspace: string, plan: string) =>
      `The trial of the plan ${plan} is over. ${workspace} is on the plan Free now.`,
    endedEffect:
      'Nothing was deleted and nothing was charged: guests book as before. To add members, teams or further event types, choose a plan.',
    action: 'Compare plans',
    footer: (service: string, workspace: string) => `${service} sends this to the owners of ${workspace}, once.`,
  },
  {
    soon: (workspace: string, at: string) => `Die Probezeit von ${workspace} endet am ${at}`,
    soonLead: (workspace: string, plan: string, at: string) =>
      `${workspace} probiert den Tarif ${plan} kostenlos aus. Die Probezeit endet am ${at}.`,
    soonEffect:
      'Danach gilt der Tarif Free. Nichts wird gelöscht und nichts wird berechnet: Buchungsseiten, Termine, Mitglieder und Teams bleiben. Nur um mehr anzulegen, brauchen Sie einen Tarif.',
    ended: (workspace: string) => `Die Probezeit von ${workspace} ist vorbei`,
    endedLead: (workspace: string, plan: string) =>
      `Die Probezeit des Tarifs ${plan} ist vorbei. Für ${workspace} gilt jetzt der Tarif Free.`,
    endedEffect:
      'Nichts wurde gelöscht und nichts wurde berechnet: Gäste buchen wie bisher. Für weitere Mitglieder, Teams oder Terminarten wählen Sie einen Tarif.',
    action: 'Tarife vergleichen',
    footer: (service: string, workspace: string) => `${service} sendet dies einmal an alle, denen ${workspace} gehört.`,
  },
);
