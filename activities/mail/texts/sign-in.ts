import { inLanguages } from '../../../domain/languages.ts';

/** The link and the code by which a person signs in. Anyone may have typed the address. */
export const signInTexts = inLanguages(
  {
    link: {
      subject: (service: string) => `Your link to sign in to ${service}`,
      heading: (service: string) => `Sign in to ${service}`,
      lead: 'Open this link in the browser where you want to sign in.',
      action: 'Sign in',
      limits: (minutes: number) => `The link works once, for ${minutes} minutes. Keep it private.`,
    },
    code: {
      subject: (code: string, service: string) => `${code} is your code to sign in to ${service}`,
      heading: 'Your code to sign in',
      lead: 'An app or agent asks to sign in as you. Enter this code there.',
      asked: 'Asked',
      network: 'From network',
      app: 'App, as it says',
      agent: 'Agent, as it says',
      limits: (minutes: number, service: string) =>
        `The code works once, for ${minutes} minutes. Whoever has it can act for you on ${service}: give it only to an app or agent of your own.`,
    },
    preview: (minutes: number) => `Works once, for ${minutes} minutes.`,
    footer: (service: string) =>
      `You did not ask for this? You do not need to do anything: this mail alone signs nobody in. Sent by ${service}.`,
  },
  {
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
  },
);
