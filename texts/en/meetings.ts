import type { LocationType } from '../../schemas/shapes/public-calendar.ts';

interface ReminderValues {
  readonly guest_name: string;
  readonly host_name: string;
  readonly event_name: string;
  readonly start: string;
}

interface ReminderWords {
  readonly subject: (values: ReminderValues) => string;
  readonly heading: string;
  readonly lead: (values: ReminderValues) => string;
}

type WordsByReader = Readonly<Record<'guest' | 'host', ReminderWords>>;

/** The built-in text of a reminder, where the host wrote none. */
export const reminderWords: Readonly<Record<'before' | 'after' | 'no_show', WordsByReader>> = {
  before: {
    guest: {
      subject: ({ event_name, host_name, start }) => `Reminder: ${event_name} with ${host_name}, ${start}`,
      heading: 'Your meeting is coming up',
      lead: ({ event_name, host_name }) => `This is a reminder of “${event_name}” with ${host_name}.`,
    },
    host: {
      subject: ({ event_name, guest_name, start }) => `Reminder: ${event_name} with ${guest_name}, ${start}`,
      heading: 'Your meeting is coming up',
      lead: ({ event_name, guest_name }) => `This is a reminder of “${event_name}” with ${guest_name}.`,
    },
  },
  after: {
    guest: {
      subject: ({ event_name, host_name }) => `Thank you: ${event_name} with ${host_name}`,
      heading: 'Thank you for your time',
      lead: ({ event_name, host_name }) =>
        `Thank you for coming to “${event_name}” with ${host_name}. If something is left to say, reply to this mail.`,
    },
    host: {
      subject: ({ event_name, guest_name }) => `After ${event_name} with ${guest_name}`,
      heading: 'Your meeting is over',
      lead: ({ event_name, guest_name }) =>
        `“${event_name}” with ${guest_name} is over. If nobody came, mark it as a no-show.`,
    },
  },
  no_show: {
    guest: {
      subject: ({ event_name, host_name }) => `We missed you: ${event_name} with ${host_name}`,
      heading: 'We missed you',
      lead: ({ event_name, host_name }) =>
        `You were not at “${event_name}” with ${host_name}. You can choose another time.`,
    },
    host: { subject: ({ event_name }) => event_name, heading: '', lead: ({ event_name }) => event_name },
  },
};

/** The names of places on pages, in mails and calendar files. */
export const placeNames: Readonly<Record<LocationType, string>> = {
  google_meet: 'Google Meet',
  microsoft_teams: 'Microsoft Teams',
  phone: 'Phone call',
  in_person: 'In person',
  custom_link: 'Online',
};

/** A call to the guest's own number, for who reads it. */
export const callWords = {
  host: (number: string) => `Phone call: you call ${number}`,
  guest: (number: string) => `Phone call: your host calls you at ${number}`,
};

/** The end of a long list of hosts, in German after "mit" or "von"; Intl joins the names. */
export const hostListWords = { others: (count: number) => `${count} others` };

/** The calendar file, and links that prefill an entry in a web calendar. */
export const inviteWords = {
  title: (event: string, other: string) => `${event} with ${other}`,
  arranged: (event: string, workspace: string) => `${event}, arranged with ${workspace}.`,
  join: (link: string) => `Join: ${link}`,
  change: (link: string) => `Reschedule or cancel: ${link}`,
};
