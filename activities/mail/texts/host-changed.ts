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
  },
  {
    subject: (event: string, host: string, start: string) => `Jetzt mit ${host}: ${event}, ${start}`,
    heading: 'Ihr Termin findet mit jemand anderem statt',
    lead: (event: string, host: string, former: string) =>
      `„${event}“ wird von ${host} übernommen; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
    leadToInvited: (event: string, host: string, former: string, guest: string) =>
      `„${event}“ mit ${guest} wird von ${host} übernommen; bisher war ${former} vorgesehen. Die Zeit bleibt gleich.`,
  },
);
