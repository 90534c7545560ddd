import { inLanguages } from '../../../domain/languages.ts';

/** A workspace has another owner. */
export const takeOverTexts = inLanguages(
  {
    lead: (workspace: string, service: string) =>
      `You took over ${workspace} on ${service}. Its booking pages, event types, meetings and guests are yours now.`,
    subject: (workspace: string) => `${workspace} is yours`,
    page: 'Booking page',
    ownerBefore: 'Owner before',
    takenOver: 'Taken over',
    action: 'Go to your meetings',
    footer: (service: string) => `${service} sends this once to whoever takes over a workspace.`,
    onTheirWay:
      'Event types and upcoming meetings are on their way to you. The owner before can do nothing there any more, and leaves once you have them all. A meeting that cannot move to you waits for your decision, under Team.',
    waiting: (count: number) =>
      `${count === 1 ? '1 meeting' : `${count} meetings`} of the owner before could not move to you and ${count === 1 ? 'waits' : 'wait'} for your decision. Free your own time then (move or cancel the meeting that is in the way), and remove the member again, under Team; or remove the member and cancel ${count === 1 ? 'this meeting' : 'these meetings'}. Until then the owner before stays a host there, and can do nothing else.`,
    ended: (things: string) => `Ended with the take-over: ${things}.`,
    kept: (things: string) => `Set up before you, and goes on. Check it: ${things}.`,
    noSeat: 'The agent kept no seat.',
    seatEnded: (name: string) => `The agent kept a seat, “${name}”, which has ended since.`,
    seatWorks: (name: string, role: string) =>
      `The agent goes on in a seat of yours, “${name}”, with the role ${role}: it manages meetings, event types and hours, but no members, keys or bills.`,
    endSeat: 'You can end the seat at any time, without a sign-in.',
    endSeatLink: 'End the agent’s seat',
    former: {
      lead: (owner: string, workspace: string, service: string) =>
        `${owner} took over ${workspace} on ${service} and owns it now.`,
      subject: (workspace: string) => `${workspace} has a new owner`,
      means: 'What that means for you:',
      newOwner: 'New owner',
      noKeys:
        'All your keys there have ended, and what was made with them. A call with one is answered 401, key_revoked.',
      keyWorks: (name: string, role: string) =>
        `The key that asked works on, as the seat “${name}” of the new owner with the role ${role}`,
      keyEnded: 'The key that asked became a seat of the new owner, which has ended since',
      otherKeys: (kept: string) =>
        `${kept}. All your other keys there have ended: a call with one is answered 401, key_revoked.`,
      noMember: 'You are no member any more. Your event types and meetings went to the new owner.',
      ended: (things: string) => `Ended: ${things}`,
      leaving:
        'You can do nothing there any more, and leave the workspace as soon as your event types and upcoming meetings have gone to the new owner.',
      waiting:
        'You can do nothing there any more. You stay the host of your meetings until the new owner decides about them.',
      footer: (service: string) => `${service} sends this once to whoever owned a workspace that somebody takes over.`,
    },
  },
  {
    lead: (workspace: string, service: string) =>
      `Sie haben ${workspace} bei ${service} übernommen. Die Buchungsseiten, Terminarten, Termine und Gäste gehören jetzt Ihnen.`,
    subject: (workspace: string) => `${workspace} gehört Ihnen`,
    page: 'Buchungsseite',
    ownerBefore: 'Inhaber bisher',
    takenOver: 'Übernommen',
    action: 'Zu Ihren Terminen',
    footer: (service: string) => `${service} sendet dies einmal an alle, die einen Arbeitsbereich übernehmen.`,
    onTheirWay:
      'Terminarten und kommende Termine sind auf dem Weg zu Ihnen. Der bisherige Inhaber kann dort nichts mehr tun und geht, sobald Sie alle haben. Ein Termin, der nicht zu Ihnen wechseln kann, wartet auf Ihre Entscheidung, unter Team.',
    waiting: (count: number) =>
      `${count === 1 ? '1 Termin' : `${count} Termine`} des bisherigen Inhabers ${count === 1 ? 'konnte' : 'konnten'} nicht zu Ihnen wechseln und ${count === 1 ? 'wartet' : 'warten'} auf Ihre Entscheidung. Machen Sie sich dann frei (verschieben Sie Ihren Termin, der im Weg ist, oder sagen Sie ihn ab), und entfernen Sie das Mitglied noch einmal, unter Team; oder entfernen Sie es und sagen Sie ${count === 1 ? 'diesen Termin' : 'diese Termine'} ab. Bis dahin bleibt der bisherige Inhaber dort Gastgeber und kann sonst nichts tun.`,
    ended: (things: string) => `Mit der Übernahme geendet: ${things}.`,
    kept: (things: string) => `Vor Ihnen eingerichtet, und geht weiter. Prüfen Sie es: ${things}.`,
    noSeat: 'Der Agent hat keinen Platz behalten.',
    seatEnded: (name: string) => `Der Agent hat einen Platz behalten, „${name}“, der seitdem geendet hat.`,
    seatWorks: (name: string, role: string) =>
      `Der Agent macht auf einem Platz von Ihnen weiter, „${name}“, mit der Rolle ${role}: Er verwaltet Termine, Terminarten und Zeiten, aber keine Mitglieder, Schlüssel oder Rechnungen.`,
    endSeat: 'Sie können den Platz jederzeit beenden, ohne sich anzumelden.',
    endSeatLink: 'Platz des Agenten beenden',
    former: {
      lead: (owner: string, workspace: string, service: string) =>
        `${owner} hat ${workspace} bei ${service} übernommen; der Arbeitsbereich gehört jetzt dieser Person.`,
      subject: (workspace: string) => `${workspace} hat einen neuen Inhaber`,
      means: 'Was das für Sie heißt:',
      newOwner: 'Neuer Inhaber',
      noKeys:
        'Alle Ihre Schlüssel dort haben geendet, mit allem, was mit ihnen entstand. Ein Aufruf damit wird mit 401, key_revoked beantwortet.',
      keyWorks: (name: string, role: string) =>
        `Der Schlüssel, der gefragt hat, gilt weiter, als Platz „${name}“ des neuen Inhabers mit der Rolle ${role}`,
      keyEnded: 'Der Schlüssel, der gefragt hat, wurde ein Platz des neuen Inhabers, der seitdem geendet hat',
      otherKeys: (kept: string) =>
        `${kept}. Alle Ihre anderen Schlüssel dort haben geendet: Ein Aufruf damit wird mit 401, key_revoked beantwortet.`,
      noMember: 'Sie sind dort kein Mitglied mehr. Ihre Terminarten und Termine gingen an den neuen Inhaber.',
      ended: (things: string) => `Geendet: ${things}`,
      leaving:
        'Sie können dort nichts mehr tun und verlassen den Arbeitsbereich, sobald Ihre Terminarten und kommenden Termine beim neuen Inhaber sind.',
      waiting:
        'Sie können dort nichts mehr tun. Sie bleiben Gastgeber Ihrer Termine, bis der neue Inhaber über sie entscheidet.',
      footer: (service: string) =>
        `${service} sendet dies einmal an alle, denen ein Arbeitsbereich gehörte, den jemand übernimmt.`,
    },
  },
);
