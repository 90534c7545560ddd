import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { inLanguages } from '../languages.ts';

/** The names of places on pages, in mails and calendar files. */
export const placeNames = inLanguages<Readonly<Record<LocationType, string>>>(
  {
    google_meet: 'Google Meet',
    microsoft_teams: 'Microsoft Teams',
    phone: 'Phone call',
    in_person: 'In person',
    custom_link: 'Online',
  },
  {
    google_meet: 'Google Meet',
    microsoft_teams: 'Microsoft Teams',
    phone: 'Telefonat',
    in_person: 'Vor Ort',
    custom_link: 'Online',
  },
);

/** A call to the guest's own number, for who reads it. */
export const callWords = inLanguages(
  {
    host: (number: string) => `Phone call: you call ${number}`,
    guest: (number: string) => `Phone call: your host calls you at ${number}`,
  },
  {
    host: (number: string) => `Telefonat: Sie rufen ${number} an`,
    guest: (number: string) => `Telefonat: Sie werden unter ${number} angerufen`,
  },
);

/** The end of a long list of hosts, in German after "mit" or "von"; Intl joins the names. */
export const hostListWords = inLanguages(
  { others: (count: number) => `${count} others` },
  { others: (count: number) => `${count} anderen` },
);

/** The calendar file, and links that prefill an entry in a web calendar. */
export const inviteWords = inLanguages(
  {
    title: (event: string, other: string) => `${event} with ${other}`,
    arranged: (event: string, workspace: string) => `${event}, arranged with ${workspace}.`,
    join: (link: string) => `Join: ${link}`,
    change: (link: string) => `Reschedule or cancel: ${link}`,
  },
  {
    title: (event: string, other: string) => `${event} mit ${other}`,
    arranged: (event: string, workspace: string) => `${event}, vereinbart mit ${workspace}.`,
    join: (link: string) => `Teilnehmen: ${link}`,
    change: (link: string) => `Verschieben oder absagen: ${link}`,
  },
);
