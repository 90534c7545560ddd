import { inLanguages } from '../../../domain/languages.ts';

/** A workspace is deleted, restored, or gone for good. */
export const workspaceDeletionTexts = inLanguages(
  {
    deleted: {
      subject: (workspace: string) => `${workspace} is deleted`,
      preview: (day: string) => `You can bring it back until ${day}.`,
      lead: 'An owner deleted this workspace. Nobody can book, its pages say so, and its keys, agents and connected apps have stopped. Meetings to come take place for now.',
      gone: 'Gone for good',
      back: (days: number) =>
        `Until then, any owner can bring it back as it was, within ${days} days. On that day its subscription ends, meetings still to come are canceled and their guests told, and all its data is deleted.`,
      action: 'See it, or restore it',
      footer: (service: string) => `${service} sends this to every owner of a workspace that is deleted.`,
    },
    restored: {
      subject: (workspace: string) => `${workspace} is restored`,
      preview: 'Guests can book again.',
      lead: 'An owner took the deletion of this workspace back. It is as it was: guests can book, and its keys, agents and connected apps work again.',
      action: 'See the workspace',
      footer: (service: string) => `${service} sends this to every owner of a workspace that is restored.`,
    },
    erased: {
      subject: (workspace: string) => `All data of ${workspace} is deleted`,
      preview: 'It cannot be brought back.',
      lead: (days: number) =>
        `${days} days after an owner deleted this workspace, its meetings, guests, settings, keys and log are gone, and nothing is charged for it any more. It cannot be brought back. Your own account stays.`,
      action: 'Sign in',
      footer: (service: string, workspace: string) => `This is the last mail about ${workspace}. Sent by ${service}.`,
    },
  },
  {
    deleted: {
      subject: (workspace: string) => `${workspace} ist gelöscht`,
      preview: (day: string) => `Bis ${day} können Sie den Arbeitsbereich wiederherstellen.`,
      lead: 'Ein Inhaber hat diesen Arbeitsbereich gelöscht. Niemand kann mehr buchen, die Seiten sagen es, und seine Schlüssel, Agenten und verbundenen Apps stehen still. Kommende Termine finden vorerst statt.',
      gone: 'Endgültig gelöscht am',
      back: (days: number) =>
        `Bis dahin, ${days} Tage lang, kann jeder Inhaber ihn unverändert wiederherstellen. An diesem Tag endet das Abonnement, die noch kommenden Termine werden abgesagt und ihre Gäste benachrichtigt, und alle Daten werden gelöscht.`,
      action: 'Ansehen oder wiederherstellen',
      footer: (service: string) => `${service} sendet dies an alle Inhaber eines Arbeitsbereichs, der gelöscht wird.`,
    },
    restored: {
      subject: (workspace: string) => `${workspace} ist wiederhergestellt`,
      preview: 'Gäste können wieder buchen.',
      lead: 'Ein Inhaber hat die Löschung dieses Arbeitsbereichs zurückgenommen. Alles ist wie vorher: Gäste können buchen, und seine Schlüssel, Agenten und verbundenen Apps arbeiten wieder.',
      action: 'Arbeitsbereich ansehen',
      footer: (service: string) =>
        `${service} sendet dies an alle Inhaber eines Arbeitsbereichs, der wiederhergestellt wird.`,
    },
    erased: {
      subject: (workspace: string) => `Alle Daten von ${workspace} sind gelöscht`,
      preview: 'Sie lassen sich nicht wiederherstellen.',
      lead: (days: number) =>
        `${days} Tage nachdem ein Inhaber diesen Arbeitsbereich gelöscht hat, sind seine Termine, Gäste, Einstellungen, Schlüssel und sein Protokoll endgültig gelöscht, und es wird nichts mehr dafür berechnet. Das lässt sich nicht rückgängig machen. Ihr eigenes Konto bleibt.`,
      action: 'Anmelden',
      footer: (service: string, workspace: string) =>
        `Dies ist die letzte E-Mail zu ${workspace}. Gesendet von ${service}.`,
    },
  },
);
