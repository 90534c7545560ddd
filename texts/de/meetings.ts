import type * as en from '../en/meetings.ts';

/** German avoids the gender of the person that it names. */
export const reminderWords: typeof en.reminderWords = {
  before: {
    guest: {
      subject: ({ event_name, host_name, start }) => `Erinnerung: ${event_name} mit ${host_name}, ${start}`,
      heading: 'Ihr Termin steht bevor',
      lead: ({ event_name, host_name }) => `Wir erinnern Sie an „${event_name}“ mit ${host_name}.`,
    },
    host: {
      subject: ({ event_name, guest_name, start }) => `Erinnerung: ${event_name} mit ${guest_name}, ${start}`,
      heading: 'Ihr Termin steht bevor',
      lead: ({ event_name, guest_name }) => `Wir erinnern Sie an „${event_name}“ mit ${guest_name}.`,
    },
  },
  after: {
    guest: {
      subject: ({ event_name, host_name }) => `Vielen Dank: ${event_name} mit ${host_name}`,
      heading: 'Vielen Dank für Ihre Zeit',
      lead: ({ event_name, host_name }) =>
        `Vielen Dank, dass Sie bei „${event_name}“ mit ${host_name} dabei waren. Wenn noch etwas offen ist, antworten Sie auf diese E-Mail.`,
    },
    host: {
      subject: ({ event_name, guest_name }) => `Nach ${event_name} mit ${guest_name}`,
      heading: 'Ihr Termin ist vorbei',
      lead: ({ event_name, guest_name }) =>
        `„${event_name}“ mit ${guest_name} ist vorbei. Wenn niemand kam, markieren Sie den Termin als nicht erschienen.`,
    },
  },
  no_show: {
    guest: {
      subject: ({ event_name, host_name }) => `Wir haben Sie vermisst: ${event_name} mit ${host_name}`,
      heading: 'Wir haben Sie vermisst',
      lead: ({ event_name, host_name }) =>
        `Sie waren nicht bei „${event_name}“ mit ${host_name}. Sie können einen anderen Termin wählen.`,
    },
    host: { subject: ({ event_name }) => event_name, heading: '', lead: ({ event_name }) => event_name },
  },
};

export const placeNames: typeof en.placeNames = {
  google_meet: 'Google Meet',
  microsoft_teams: 'Microsoft Teams',
  phone: 'Telefonat',
  in_person: 'Vor Ort',
  custom_link: 'Online',
};

export const callWords: typeof en.callWords = {
  host: (number: string) => `Telefonat: Sie rufen ${number} an`,
  guest: (number: string) => `Telefonat: Sie werden unter ${number} angerufen`,
};

export const hostListWords: typeof en.hostListWords = { others: (count: number) => `${count} anderen` };

export const inviteWords: typeof en.inviteWords = {
  title: (event: string, other: string) => `${event} mit ${other}`,
  arranged: (event: string, workspace: string) => `${event}, vereinbart mit ${workspace}.`,
  join: (link: string) => `Teilnehmen: ${link}`,
  change: (link: string) => `Verschieben oder absagen: ${link}`,
};
