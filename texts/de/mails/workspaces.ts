import type * as en from '../../en/mails/workspaces.ts';

export const floodTexts: typeof en.floodTexts = {
  subject: 'Ungewöhnlich viele Buchungen von einer Stelle',
  oneNetwork: 'aus einem Netz',
  addressesOf: (domains: string) => `von Adressen bei ${domains}`,
  lead: (origin: string, service: string) =>
    `Sie haben so viele kommende Buchungen ${origin}, dass ${service} weitere von dort jetzt abweist. Andere Gäste können Sie weiterhin buchen.`,
  unwanted:
    'Sind sie unerwünscht? Bitten Sie Ihren Agenten, clear_booking_flood aufzurufen. Es nennt zuerst diese Buchungen und sagt sie alle ab, wenn dryRun auf false steht. Über die API: POST /api/v1/bookings/clear-flood.',
  wanted:
    'Sind sie erwünscht? Ein Admin erhöht die Grenzen upcomingPerNetwork und upcomingPerMailDomain mit update_workspace.',
  footer: (service: string) =>
    `${service} sendet eine E-Mail je Vorfall. Er ist vorbei, wenn Sie diese Buchungen absagen, oder nach einem Tag ohne abgewiesene Buchung.`,
};

export const workspaceDeletionTexts: typeof en.workspaceDeletionTexts = {
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
};

export const webhookSetTexts: typeof en.webhookSetTexts = {
  webhook: {
    title: (host) => `Neuer Webhook: ${host}`,
    lead: (workspace) => `Ab jetzt wird einem anderen Dienst gesendet, was in ${workspace} geschieht.`,
  },
  webhook_changed: {
    title: (host) => `Geänderter Webhook: ${host}`,
    lead: (workspace) =>
      `Ein Webhook von ${workspace} wurde geändert: wohin er sendet, was geschieht, oder wie viel davon.`,
  },
  address: 'Er sendet an',
  who: 'Eingestellt von',
  unknown: 'Jemand, den es hier nicht mehr gibt',
  with: 'Mit',
  signedIn: 'der Webseite, angemeldet',
  when: 'Wann',
  effect:
    'Kennen Sie diesen Dienst? Dann ist alles gut. Wenn nicht, schalten Sie den Webhook ab oder löschen Sie ihn, und widerrufen Sie den Schlüssel oder trennen Sie die App, die ihn einstellte.',
  effectSignedIn:
    'Kennen Sie diesen Dienst? Dann ist alles gut. Wenn nicht, schalten Sie den Webhook ab oder löschen Sie ihn: Eingestellt hat ihn die genannte Person, oder jemand, der mit ihrem Konto angemeldet ist. Sind Sie das, melden Sie alle Ihre Browser ab.',
  action: 'Webhooks ansehen',
  footer: (service) => `${service} sendet dies den Inhabern, wenn ein Webhook entsteht oder sich ändert.`,
};

export const unclaimedTexts: typeof en.unclaimedTexts = {
  tomorrow: (workspace: string) => `${workspace} wird morgen inaktiv`,
  inAWeek: (workspace: string) => `${workspace} wird in einer Woche inaktiv`,
  lead: (workspace: string, until: string) =>
    `Ein Agent hat ${workspace} angelegt, und noch kein Mensch hat sich als Inhaber angemeldet. Wenn kein Termin bevorsteht, sind dort keine Buchungen mehr möglich ab: ${until}.`,
  stays:
    'Der Arbeitsbereich bleibt aktiv, sobald sich sein Inhaber mit einem Browser anmeldet. Ein Agent kann das nicht: Er bittet seinen Menschen mit create_claim_intent, den Arbeitsbereich zu übernehmen. Nichts wird gelöscht, und beides geht auch später.',
  action: 'Anmelden',
  footer: (service: string, workspace: string) => `Sie bekommen dies von ${service}, weil ${workspace} Ihnen gehört.`,
};

export const invitationTexts: typeof en.invitationTexts = {
  somebody: 'Jemand',
  aWorkspace: 'einem Arbeitsbereich',
  roles: {
    owner: 'Inhaber',
    admin: 'Admin',
    manager: 'Manager',
    member: 'Mitglied',
    billing_only: 'Person, die sich um die Abrechnung kümmert',
  },
  lead: (inviter: string, workspace: string, role: string) =>
    `${inviter} lädt Sie ein, ${workspace} beizutreten, als ${role}.`,
  subject: (inviter: string, workspace: string, service: string) =>
    `${inviter} lädt Sie bei ${service} zu ${workspace} ein`,
  heading: (workspace: string) => `Möchten Sie ${workspace} beitreten?`,
  what: (service: string) =>
    `${service} macht Buchungsseiten: Gäste wählen eine Zeit und buchen sie bei Ihnen. Öffnen Sie den Link, um anzunehmen oder nicht.`,
  action: 'Einladung ansehen',
  limits: (until: string) => `Der Link gilt bis ${until}, nur für diese Adresse.`,
  footer: (service: string) =>
    `Sie kennen diesen Arbeitsbereich nicht? Dann müssen Sie nichts tun: Ohne Ihre Antwort geschieht nichts. Gesendet von ${service}.`,
};

export const webhookDisabledTexts: typeof en.webhookDisabledTexts = {
  subject: (host) => `Ihr Webhook an ${host} wurde deaktiviert`,
  preview: 'Es werden keine Ereignisse mehr dorthin gesendet.',
  gone: (host) => `${host} hat mit 410 Gone geantwortet: Der Empfänger möchte keine Ereignisse mehr.`,
  failing: (host) => `${host} hat seit drei Tagen kein Ereignis angenommen, obwohl wir es immer wieder versucht haben.`,
  effect:
    'Es wird nichts mehr dorthin gesendet, und neue Ereignisse werden nicht aufgehoben. Was bisher nicht angenommen wurde, heben wir 30 Tage auf: Sobald Sie den Webhook aktivieren, wird es der Reihe nach gesendet.',
  action: 'Zustellungen ansehen und aktivieren',
  footer: (service) =>
    `${service} sendet dies an die Person, die den Webhook angelegt hat, sonst an eine Inhaberin oder einen Inhaber des Arbeitsbereichs.`,
};

export const takeOverTexts: typeof en.takeOverTexts = {
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
};

export const reconnectTexts: typeof en.reconnectTexts = {
  subject: (provider: string) => `Verbinden Sie Ihren ${provider}-Kalender erneut`,
  lead: (service: string, provider: string, account: string) =>
    `${service} darf den Kalender von ${account} bei ${provider} nicht mehr lesen.`,
  effect:
    'Bis Sie ihn erneut verbinden, sehen Gäste keine freien Zeiten von Ihnen. Ihre Termine bleiben bestehen, Ihre Einstellungen auch.',
  causes:
    'Das geschieht, wenn das Passwort geändert oder der Zugriff entfernt wurde, oder wenn er lange nicht genutzt wurde.',
  action: 'Erneut verbinden',
  disconnect: 'Sie brauchen diesen Kalender nicht mehr? Trennen Sie ihn dort.',
  footer: (service: string) => `${service} sendet diese E-Mail nur einmal.`,
};

export const claimTexts: typeof en.claimTexts = {
  native: {
    subject: (service: string) => `Ein Agent möchte bei ${service} in Ihrem Arbeitsbereich arbeiten`,
    who: (agent: string | null) => (agent === null ? 'Ein Agent' : `Der Agent „${agent}“`),
    lead: (who: string, inbox: string, service: string, app: string | null) =>
      `${who} mit dem Postfach ${inbox} möchte bei ${service} in einem Arbeitsbereich von Ihnen arbeiten${app === null ? '' : `, in der App „${app}“`}.`,
    preview: (inbox: string) => `${inbox} bittet um einen Schlüssel. Sie entscheiden.`,
    heading: 'Ist das Ihr Agent?',
    asked: (when: string, network: string) => `Gefragt hat er am ${when}, aus ${network}.`,
    effect: (powers: string, limits: string, service: string) =>
      `Melden Sie sich mit dieser Adresse an, und lassen Sie ihn zu oder lehnen Sie ab. Wenn Sie ihn zulassen, bekommt er einen Schlüssel und kann dort in Ihrem Namen: ${powers}. ${limits} Sie können es jederzeit beenden. ${service} macht Buchungsseiten: Gäste wählen eine Zeit und buchen sie bei Ihnen.`,
    action: 'Die Anfrage ansehen',
    limits: (until: string) => `Der Link gilt bis ${until}, nur für diese Adresse.`,
    footer: (service: string) =>
      `Sie kennen diesen Agenten nicht? Dann müssen Sie nichts tun: Ohne Ihre Antwort bekommt er nichts. Gesendet von ${service}.`,
  },
  workspace: {
    anAgent: 'Ein Agent',
    aWorkspace: 'einen Arbeitsbereich',
    lead: (agent: string, workspace: string, service: string) =>
      `${agent} hat bei ${service} ${workspace} angelegt und bittet Sie, das zu übernehmen.`,
    subject: (agent: string, workspace: string, service: string) =>
      `${agent} bittet Sie, bei ${service} ${workspace} zu übernehmen`,
    heading: (workspace: string) => `Möchten Sie ${workspace} übernehmen?`,
    effect: (service: string) =>
      `${service} macht Buchungsseiten: Gäste wählen eine Zeit und buchen sie. Wenn Sie annehmen, gehört der Arbeitsbereich Ihnen, und Sie entscheiden, ob der Agent weitermachen darf. Nehmen Sie nur an, wenn Sie diesen Agenten kennen.`,
    agent: 'Agent',
    address: 'Seine Adresse',
    asked: 'Gefragt',
    network: 'Aus dem Netz',
    action: 'Ansehen, annehmen oder ablehnen',
    limits: (until: string) => `Der Link gilt bis ${until}, nur für diese Adresse und nach Anmeldung.`,
    footer: (service: string) =>
      `Sie kennen diesen Agenten nicht? Dann müssen Sie nichts tun: Ohne Ihre Antwort geschieht nichts. Gesendet von ${service}.`,
  },
  asked: {
    subject: (workspace: string, prospect: string) => `Ihr Arbeitsbereich ${workspace} wird ${prospect} angeboten`,
    lead: (workspace: string, prospect: string) =>
      `Ein Schlüssel von Ihnen bittet ${prospect}, ${workspace} zu übernehmen. Bei einer Zusage gehört der Arbeitsbereich dieser Person, und Sie verlassen ihn.`,
    heading: 'Soll Ihr Arbeitsbereich jemand anderem gehören?',
    wanted:
      'Wollten Sie das, oder Ihr Agent? Dann ist alles gut. Wenn nicht, beenden Sie es jetzt: Der Schlüssel endet, und mit ihm die Frage.',
    action: 'Ansehen und beenden',
    footer: (service: string) => `${service} sendet dies immer, wenn jemandem ein Arbeitsbereich angeboten wird.`,
  },
};
