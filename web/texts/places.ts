import { inLanguages } from './locale.ts';

/** Where and how long. Keys are location types of the contract. */
export const placeTexts = inLanguages(
  {
    google_meet: 'Google Meet',
    microsoft_teams: 'Microsoft Teams',
    phone: 'Phone call',
    in_person: 'In person',
    custom_link: 'Online',
    missing: { link: 'your host sends you the link', call: 'your host tells you who calls' },
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  {
    google_meet: 'Google Meet',
    microsoft_teams: 'Microsoft Teams',
    phone: 'Telefonat',
    in_person: 'Vor Ort',
    custom_link: 'Online',
    missing: { link: 'den Link erhalten Sie gesondert', call: 'wer anruft, erfahren Sie gesondert' },
    minutes: (count: number) => (count === 1 ? '1 Minute' : `${count} Minuten`),
    hours: (count: number) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} Std. ${minutes} Min.`,
  },
);
