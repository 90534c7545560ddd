import { inLanguages } from '../../../domain/languages.ts';

/** A meeting has a new host. */
export const hostChangedTexts = inLanguages(
  {
    subject: (event: string, host: string, start: string) => `New host: ${event} with ${host}, ${start}`,
    heading: 'Your meeting has a new host',
    lead: (event: string, host: string, former: string) =>
      `${host} takes over “${event}” from ${former}. The time stays the same.`,
    leadToInvited: (event: string, host: string, former: string, guest: string) =>
      `${host} takes over “${event}” with ${guest} from ${former}. The time stays the same.`,
    toHost: {
      heading: 'You host a meeting now',
      subject: (event: string, guest: string, start: string) => `You host now: ${event} with ${guest}, ${start}`,
      lead: (event: string, guest: string, former: string) =>
        `You take over “${event}” with ${guest} from ${former}. The time stays the same.`,
    },
    toFormer: {
      heading: 'Another person hosts your meeting now',
      subject: (event: string, guest: string, start: string) => `Handed over: ${event} with ${guest}, ${start}`,
      lead: (event: string, guest: string, host: string) =>
        `${host} takes over “${event}” with ${guest}. You do not need to attend.`,
    },
  },
  {
    subject: (event: string, host: string, start: string) => `Jetzt mit ${host}: ${event}, ${start}`,
    heading: 'Ihr Termin findet mit jemand anderem statt',
    lead: (event: string, host: string, former: string) =>
      `„${event}“ wird von ${host} übernommen; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
    leadToInvited: (event: string, host: string, former: string, guest: string) =>
      `„${event}“ mit ${guest} wird von ${host} übernommen; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
    toHost: {
      heading: 'Sie sind jetzt Gastgeber eines Termins',
      subject: (event: string, guest: string, start: string) => `Jetzt mit Ihnen: ${event} mit ${guest}, ${start}`,
      lead: (event: string, guest: string, former: string) =>
        `Sie übernehmen „${event}“ mit ${guest}; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
    },
    toFormer: {
      heading: 'Ihr Termin findet mit jemand anderem statt',
      subject: (event: string, guest: string, start: string) => `Übergeben: ${event} mit ${guest}, ${start}`,
      lead: (event: string, guest: string, host: string) =>
        `„${event}“ mit ${guest} wird von ${host} übernommen. Sie müssen nicht teilnehmen.`,
    },
  },
);
