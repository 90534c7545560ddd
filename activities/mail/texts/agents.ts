import { inLanguages } from '../../../domain/languages.ts';

/** An agent asks to act for a person, acts for them, or made an account for them. */
export const agentTexts = inLanguages(
  {
    anAgent: 'An agent',
    theAgent: (name: string) => `The agent “${name}”`,
    aWorkspace: 'a workspace',
    theWorkspace: (name: string) => `the workspace “${name}”`,
    code: {
      lead: (agent: string, workspace: string, service: string) =>
        `${agent} of ${workspace} asks to act for you on ${service}.`,
      subject: (code: string, service: string) => `${code} lets an agent act for you on ${service}`,
      heading: 'May this agent act for you?',
      give: 'If you asked it to, give it this code. What it chose, you see afterwards, and you can stop it at any time.',
      keep: 'If you did not ask for this, give the code to nobody, whatever they say. Nothing happens without it.',
      any: 'Who has the code can choose any of these:',
      network: 'Asked from network',
      limits: (minutes: number) => `The code works once, for ${minutes} minutes, only for this agent.`,
      refuse: 'Refuse it',
      footer: (service: string) => `${service} makes booking pages. It sends this because somebody typed your address.`,
    },
    allowed: {
      lead: (agent: string, workspace: string) =>
        `${agent} can act for you in ${workspace} since just now, because it entered the code of your mail.`,
      subject: (service: string) => `An agent can act for you on ${service}`,
      heading: 'An agent can act for you',
      may: 'It may:',
      since: 'Since',
      ends: (days: number) =>
        `It ends by itself when the agent has not been used for ${days} days, and at once when you stop it.`,
      action: 'See it, and stop it',
      footer: (service: string) => `${service} sends this once for each agent that may act for you.`,
    },
    signUp: {
      lead: (agent: string, workspace: string, service: string) =>
        `${agent} of ${workspace} made an account for you on ${service}. You allowed it to.`,
      subject: (service: string) => `An agent made an account for you on ${service}`,
      heading: 'An agent made an account for you',
      yours: (days: number) =>
        `The account is yours, and nobody is signed in to it. You need no password: type this address, and a link comes by mail. If you never sign in, the workspace takes no more bookings after ${days} days, unless a meeting is upcoming.`,
      action: 'Sign in to your account',
      hasStopped:
        'The agent was stopped since, or its time is over: it can do nothing more for you. The account stays.',
      notWanted: 'You do not want this agent to act for you any more? No sign-in is needed. The account stays.',
      stop: 'Stop the agent',
      account: 'Account',
      with: 'With',
      withWorkspace: (name: string | null) =>
        `a workspace${name === null ? '' : ` “${name}”`} and an event that people can book`,
      made: 'Made',
      by: 'By',
      network: 'From network',
      footer: (service: string) => `${service} sends this once for an account that an agent makes.`,
    },
  },
  {
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
      notWanted:
        'Dieser Agent soll nicht mehr für Sie handeln? Sie müssen sich dafür nicht anmelden. Das Konto bleibt.',
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
  },
);
