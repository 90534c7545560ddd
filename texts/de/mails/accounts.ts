import type * as en from '../../en/mails/accounts.ts';

export const codeTexts: typeof en.codeTexts = {
  subject: (code: string, event: string, host: string) => `${code} ist Ihr Code für ${event} mit ${host}`,
  preview: (minutes: number) => `Gilt ${minutes} Minuten lang und nur für diese Buchung.`,
  heading: 'Ihr Buchungscode',
  enter: (event: string, host: string) =>
    `Geben Sie diesen Code ein, um „${event}“ mit ${host} zu buchen, oder nennen Sie ihn dem Agenten, der für Sie bucht.`,
  passOn: (event: string, host: string, guest: string) =>
    `Geben Sie diesen Code weiter, um „${event}“ mit ${host} für ${guest} zu buchen.`,
  askedFor: (when: string) => `Gewünschte Zeit: ${when}.`,
  limits: (minutes: number) => `Der Code gilt nur einmal, ${minutes} Minuten lang und nur für diese Buchung.`,
  namesYou: 'Der Gast bekommt die Bestätigung. Darin werden Sie genannt.',
  footer: (service: string) =>
    `Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Ohne den Code wird nichts gebucht. Gesendet von ${service}.`,
};

export const linkTexts: typeof en.linkTexts = {
  subject: (event: string, other: string, start: string) => `Link für ${event} mit ${other}, ${start}`,
  heading: 'Hier ist der Link zu Ihrem Termin',
  lead: (event: string, other: string) =>
    `Der Link für „${event}“ mit ${other} ist jetzt da. Am Termin selbst ändert sich nichts.`,
};

export const accountTexts: typeof en.accountTexts = {
  taken: {
    subject: (service: string) => `Sie haben bereits ein Konto bei ${service}`,
    preview: 'Jemand wollte ein anderes Konto auf diese Adresse umstellen.',
    heading: 'Zu dieser Adresse gibt es bereits ein Konto',
    lead: (service: string) =>
      `Jemand wollte ein Konto bei ${service} auf diese Adresse umstellen. Sie hat ein eigenes Konto, deshalb wurde nichts geändert.`,
    wasYou:
      'Das waren Sie? Melden Sie sich mit dieser Adresse an und löschen Sie zuerst deren Konto, oder wählen Sie eine andere Adresse.',
    action: 'Mit dieser Adresse anmelden',
  },
  link: {
    subject: (service: string) => `Bestätigen Sie Ihre neue Adresse bei ${service}`,
    preview: (minutes: number) => `Gilt ${minutes} Minuten lang, wo Sie angemeldet sind.`,
    heading: 'Ist das Ihre neue Adresse?',
    lead: 'Öffnen Sie diesen Link in dem Browser, in dem Sie angemeldet sind, und bestätigen Sie dort.',
    action: 'Diese Adresse benutzen',
    limits: (minutes: number) => `Der Link gilt ${minutes} Minuten lang. Geben Sie ihn nicht weiter.`,
  },
  notAsked: (service: string) =>
    `Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Diese E-Mail allein ändert nichts. Gesendet von ${service}.`,
  changed: {
    subject: (service: string) => `Ihre Adresse bei ${service} wurde geändert`,
    preview: (email: string) => `Sie ist jetzt ${email}.`,
    heading: 'Ihre Adresse wurde geändert',
    lead: 'Ab jetzt melden Sie sich mit der neuen Adresse an, und alle E-Mails gehen dorthin. Andere Browser wurden abgemeldet.',
    old: 'Alte Adresse',
    new: 'Neue Adresse',
    when: 'Geändert',
    back: (days: number) =>
      `Das waren nicht Sie? Nehmen Sie die Änderung binnen ${days} Tagen zurück: Ihr Konto hat dann wieder diese Adresse, und alles endet, was seitdem Zugang bekommen hat.`,
    action: 'Ansehen und zurücknehmen',
    footer: (service: string) => `${service} sendet dies an die alte Adresse jedes Kontos, das sie ändert.`,
  },
  deleted: {
    subject: (service: string) => `Ihr Konto bei ${service} ist gelöscht`,
    preview: 'Ihre Sitzungen, Schlüssel, Passkeys und Kalender haben damit geendet.',
    heading: 'Ihr Konto ist gelöscht',
    when: 'Gelöscht',
    effect:
      'Alle Ihre Sitzungen, Schlüssel, Passkeys, verbundenen Apps und Kalender haben damit geendet. Ihre kommenden Termine sind abgesagt, und deren Gäste werden benachrichtigt. Vergangene Termine bleiben bei den Arbeitsbereichen, ohne Ihren Namen und Ihre Adresse.',
    notYou:
      'Das waren nicht Sie? Dann war jemand als Sie angemeldet. Das Konto lässt sich nicht wiederherstellen; informieren Sie die Inhaber Ihrer Arbeitsbereiche. Sie können mit dieser Adresse neu beginnen.',
    action: 'Neu beginnen',
    footer: (service: string) => `Dies ist die letzte E-Mail zu diesem Konto. Gesendet von ${service}.`,
  },
};

const GERMAN_YOURS = 'Waren Sie das, oder jemand, der für Sie arbeitet? Dann ist alles gut.';

export const newAccessTexts: typeof en.newAccessTexts = {
  kinds: {
    key: {
      title: 'Neuer Schlüssel',
      lead: (workspace) => `Wer einen neuen Schlüssel hat, handelt in ${workspace} in Ihrem Namen.`,
      effect: 'Beenden widerruft den Schlüssel sofort und für immer.',
      isFine: GERMAN_YOURS,
    },
    seat: {
      title: 'Neuer Platz für einen Agenten',
      lead: (workspace) => `Ein neuer Agent arbeitet in ${workspace} in Ihrem Namen.`,
      effect: 'Beenden widerruft den Platz und seinen Schlüssel sofort und für immer.',
      isFine: GERMAN_YOURS,
    },
    passkey: {
      title: 'Neuer Passkey',
      lead: (service) =>
        `Ihrem Konto bei ${service} wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich als Sie anmelden, ohne Code per E-Mail.`,
      effect:
        'Beenden entfernt den Passkey und meldet Sie in allen Browsern ab, weil als Sie angemeldet war, wer ihn hinzufügte. Sie melden sich mit einem Code per E-Mail wieder an.',
      isFine: 'Haben Sie ihn hinzugefügt? Dann müssen Sie nichts tun.',
    },
    grant: {
      title: 'Neue verbundene App',
      lead: (workspace) =>
        `Eine App arbeitet in ${workspace} in Ihrem Namen, seit Sie es erlaubt haben, oder jemand, der als Sie angemeldet war.`,
      effect: 'Beenden trennt die App sofort und für immer.',
      isFine: 'Haben Sie sie verbunden? Dann ist alles gut.',
    },
    linked_account: {
      title: 'Neuer Weg zur Anmeldung',
      isFine: 'Haben Sie sich dort angemeldet? Dann ist alles gut.',
      lead: (service) => `Ein Konto beim unten genannten Anbieter meldet Sie ab jetzt bei ${service} an.`,
      effect: 'Beenden löst die Verknüpfung und meldet alle Ihre Browser ab.',
    },
  },
  stop: (isFine, effect) => `${isFine} Wenn nicht, beenden Sie es. ${effect}`,
  action: 'Ansehen und beenden',
  name: 'Name',
  workspace: 'Arbeitsbereich',
  may: 'Darf',
  made: 'Entstanden',
  by: 'Über',
  with: (way, key) => `${way}, mit „${key}“`,
  network: 'Aus dem Netz',
  appOf: 'App von',
  nobody: 'Niemand bürgt für sie: Sie hat sich selbst registriert',
  wentTo: 'Antwort ging an',
  callsItself: 'Nennt sich',
  notChecked: (name) => `${name} (nicht geprüft)`,
  last: (count) => `Dies ist Nummer ${count} seit gestern. Heute kommen vielleicht noch mehr, ohne E-Mail.`,
  seeAll: 'Alles ansehen, was in Ihrem Namen handelt',
  footer: (service) => `${service} sendet dies für alles Neue, das in Ihrem Namen handelt.`,
};

export const waysIn: typeof en.waysIn = {
  dashboard: 'die Webseite, angemeldet als Sie',
  web: 'die Webseite',
  host_api: 'die API',
  host_mcp: 'MCP',
  public_api: 'die öffentliche API',
  public_mcp: 'das öffentliche MCP',
  system: 'den Dienst selbst',
};

export const signInTexts: typeof en.signInTexts = {
  link: {
    subject: (service: string) => `Ihr Link zur Anmeldung bei ${service}`,
    heading: (service: string) => `Anmeldung bei ${service}`,
    lead: 'Öffnen Sie diesen Link in dem Browser, in dem Sie sich anmelden möchten.',
    action: 'Anmelden',
    limits: (minutes: number) => `Der Link gilt nur einmal, ${minutes} Minuten lang. Geben Sie ihn nicht weiter.`,
  },
  code: {
    subject: (code: string, service: string) => `${code} ist Ihr Code zur Anmeldung bei ${service}`,
    heading: 'Ihr Code zur Anmeldung',
    lead: 'Eine App oder ein Agent möchte sich als Sie anmelden. Geben Sie diesen Code dort ein.',
    asked: 'Gefragt',
    network: 'Aus dem Netz',
    app: 'App nach eigenen Angaben',
    agent: 'Agent nach eigenen Angaben',
    limits: (minutes: number, service: string) =>
      `Der Code gilt nur einmal, ${minutes} Minuten lang. Wer ihn hat, kann bei ${service} für Sie handeln: Geben Sie ihn nur einer App oder einem Agenten, die Ihnen gehören.`,
  },
  preview: (minutes: number) => `Gilt einmal, ${minutes} Minuten lang.`,
  footer: (service: string) =>
    `Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Diese E-Mail allein meldet niemanden an. Gesendet von ${service}.`,
};

export const agentTexts: typeof en.agentTexts = {
  anAgent: 'Ein Agent',
  theAgent: (name: string) => `Der Agent „${name}“`,
  aWorkspace: 'einem Arbeitsbereich',
  theWorkspace: (name: string) => `dem Arbeitsbereich „${name}“`,
  code: {
    lead: (agent: string, workspace: string, service: string) =>
      `${agent} aus ${workspace} möchte bei ${service} für Sie handeln.`,
    subject: (code: string, service: string) => `${code} lässt einen Agenten bei ${service} für Sie handeln`,
    heading: 'Darf dieser Agent für Sie handeln?',
    give: 'Wenn Sie ihn darum gebeten haben, geben Sie ihm diesen Code. Was er gewählt hat, sehen Sie danach, und Sie können es jederzeit beenden.',
    keep: 'Wenn nicht, geben Sie den Code niemandem, was man Ihnen auch sagt. Ohne ihn geschieht nichts.',
    any: 'Wer den Code hat, kann hiervon alles wählen:',
    network: 'Gefragt aus dem Netz',
    limits: (minutes: number) => `Der Code gilt nur einmal, ${minutes} Minuten lang, nur für diesen Agenten.`,
    refuse: 'Ablehnen',
    footer: (service: string) =>
      `${service} macht Buchungsseiten. Sie bekommen dies, weil jemand Ihre Adresse angegeben hat.`,
  },
  allowed: {
    lead: (agent: string, workspace: string) =>
      `${agent} kann ab jetzt in ${workspace} für Sie handeln, weil er den Code Ihrer E-Mail eingegeben hat.`,
    subject: (service: string) => `Ein Agent kann bei ${service} für Sie handeln`,
    heading: 'Ein Agent kann für Sie handeln',
    may: 'Er darf:',
    since: 'Seit',
    ends: (days: number) =>
      `Es endet von selbst, wenn der Agent ${days} Tage lang nicht benutzt wird, und sofort, wenn Sie ihn beenden.`,
    action: 'Ansehen und beenden',
    footer: (service: string) => `${service} sendet dies einmal für jeden Agenten, der für Sie handeln darf.`,
  },
  signUp: {
    lead: (agent: string, workspace: string, service: string) =>
      `${agent} aus ${workspace} hat bei ${service} ein Konto für Sie angelegt. Sie haben es erlaubt.`,
    subject: (service: string) => `Ein Agent hat bei ${service} ein Konto für Sie angelegt`,
    heading: 'Ein Agent hat ein Konto für Sie angelegt',
    yours: (days: number) =>
      `Das Konto gehört Ihnen, und niemand ist darin angemeldet. Sie brauchen kein Passwort: Geben Sie diese Adresse ein, und ein Link kommt per E-Mail. Wenn Sie sich nie anmelden, nimmt der Arbeitsbereich nach ${days} Tagen keine Buchungen mehr an, außer wenn ein Termin bevorsteht.`,
    action: 'Bei Ihrem Konto anmelden',
    hasStopped:
      'Der Agent wurde seitdem beendet, oder seine Zeit ist um: Er kann nichts mehr für Sie tun. Das Konto bleibt.',
    notWanted: 'Dieser Agent soll nicht mehr für Sie handeln? Sie müssen sich dafür nicht anmelden. Das Konto bleibt.',
    stop: 'Den Agenten beenden',
    account: 'Konto',
    with: 'Mit',
    withWorkspace: (name: string | null) =>
      `einem Arbeitsbereich${name === null ? '' : ` „${name}“`} und einer Terminart, die andere buchen können`,
    made: 'Angelegt',
    by: 'Über',
    network: 'Aus dem Netz',
    footer: (service: string) => `${service} sendet dies einmal für jedes Konto, das ein Agent anlegt.`,
  },
};
