import { inLanguages, type Language } from '../languages.ts';
import { namesNear } from '../names-near.ts';

/** What a host may write in a reminder: `{guest_name}` becomes the guest's name. */
export const REMINDER_VARIABLES = [
  'guest_name',
  'host_name',
  'event_name',
  'workspace_name',
  'start',
  'location',
] as const;
export type ReminderVariable = (typeof REMINDER_VARIABLES)[number];

/** What stands for each variable in the mail of one recipient. */
export type ReminderValues = Readonly<Record<ReminderVariable, string>>;

/** Braces that hold one word: others, such as `{}` or `{ "a": 1 }`, are text. */
const VARIABLE = /\{ ?([A-Za-z][A-Za-z0-9_ -]{0,39}?) ?\}/g;

const isVariable = (name: string): name is ReminderVariable => (REMINDER_VARIABLES as readonly string[]).includes(name);

/** Words in braces that are no variable, with the nearest that are. */
export function unknownVariables(text: string): { readonly name: string; readonly didYouMean: string[] }[] {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name).filter((name) => !isVariable(name));
  return [...new Set(names)].map((name) => ({ name, didYouMean: namesNear(name, REMINDER_VARIABLES) }));
}

/** A host's text with the values in it. Values are text: one that looks like a variable stays as it is. */
export const withValues = (text: string, values: ReminderValues): string =>
  text.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? values[name] : whole));

interface ReminderWords {
  readonly subject: (values: ReminderValues) => string;
  readonly heading: string;
  readonly lead: (values: ReminderValues) => string;
}

type WordsByReader = Readonly<Record<'guest' | 'host', ReminderWords>>;

/** Our own words of a reminder, where the host wrote none. German avoids the sex of whom it names. */
const usualWords = inLanguages<Readonly<Record<'before' | 'after' | 'no_show', WordsByReader>>>(
  {
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
  },
  {
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
  },
);

/** What a host wrote; null: our own words. */
export interface OwnReminderWords {
  readonly subject: string | null;
  readonly text: string | null;
}

export interface FilledReminder {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The words of a reminder's mail, for the mail itself and for the host who writes them. */
export function reminderInWords(
  {
    side,
    to,
    language,
  }: { readonly side: 'before' | 'after' | 'no_show'; readonly to: 'guest' | 'host'; readonly language: Language },
  own: OwnReminderWords,
  values: ReminderValues,
): FilledReminder {
  const usual = usualWords[language][side][to];
  const subject = own.subject === null ? usual.subject(values) : withValues(own.subject, values);
  const text = own.text === null ? usual.lead(values) : withValues(own.text, values);
  const paragraphs = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { subject, heading: own.subject === null ? usual.heading : subject, paragraphs };
}
