import { inLanguages } from '../../../domain/languages.ts';

/** An agent asks to work in a person's workspace, or a person to take one over. */
export const claimTexts = inLanguages(
  {
    native: {
      subject: (service: string) => `An agent asks to work in your workspace on ${service}`,
      who: (agent: string | null) => (agent === null ? 'An agent' : `The agent “${agent}”`),
      lead: (who: string, inbox: string, service: string, app: string | null) =>
        `${who} with the inbox ${inbox} asks to work in a workspace of yours on ${service}${app === null ? '' : `, in the app “${app}”`}.`,
      preview: (inbox: string) => `${inbox} asks for a key. You decide.`,
      heading: 'Is this your agent?',
      asked: (when: string, network: string) => `It asked on ${when}, from ${network}.`,
      effect: (powers: string, limits: string, service: string) =>
        `Sign in with this address, then accept or refuse. If you accept, it gets a key, and can do there in your name: ${powers}. ${limits} You can end it at any time. ${service} makes booking pages: guests choose a time and book it with you.`,
      action: 'Look at the request',
      limits: (until: string) => `The link works until ${until}, only for this address.`,
      footer: (service: string) =>
        `You do not know this agent? You do not need to do anything: it gets nothing without your answer. Sent by ${service}.`,
    },
    workspace: {
      anAgent: 'An agent',
      aWorkspace: 'a workspace',
      lead: (agent: string, workspace: string, service: string) =>
        `${agent} made ${workspace} on ${service} and asks you to take it over.`,
      subject: (agent: string, workspace: string, service: string) =>
        `${agent} asks you to take over ${workspace} on ${service}`,
      heading: (workspace: string) => `Take over ${workspace}?`,
      effect: (service: string) =>
        `${service} makes booking pages: guests choose a time and book it. If you accept, the workspace is yours, and you decide whether the agent may go on. Accept only if you know this agent.`,
      agent: 'Agent',
      address: 'Its address',
      asked: 'Asked',
      network: 'From network',
      action: 'See it, accept or refuse',
      limits: (until: string) => `The link works until ${until}, only for this address, signed in.`,
      footer: (service: string) =>
        `You do not know this agent? You do not need to do anything: nothing happens without your answer. Sent by ${service}.`,
    },
    asked: {
      subject: (workspace: string, prospect: string) => `Your workspace ${workspace} is offered to ${prospect}`,
      lead: (workspace: string, prospect: string) =>
        `A key of yours asks ${prospect} to take over ${workspace}. If they accept, they own it, and you leave it.`,
      heading: 'Is your workspace to have another owner?',
      wanted:
        'Did you, or your agent, want that? Then all is well. If not, stop it now: the key ends, and so does the question.',
      action: 'See it, and stop it',
      footer: (service: string) => `${service} sends this whenever a workspace is offered to somebody.`,
    },
  },
  {
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
  },
);
