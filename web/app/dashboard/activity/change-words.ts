import { placeNames } from '../../../../domain/booking/meeting-words.ts';
import { inLanguages } from '../../../../domain/languages.ts';
import type { Locale } from '../../../texts/locale.ts';
import { momentHere } from '../workspaces/day-words.ts';

type Words = Readonly<Record<string, string>>;

/** The fields of the log, and those of their values that are names of ours. */
export const changeWords = inLanguages(
  {
    was: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
    isNow: (field: string, after: string) => `${field}: ${after}`,
    isOther: (field: string) => `${field} changed`,
    yes: 'yes',
    no: 'no',
    nothing: 'none',
    fields: {
      ...{ startAt: 'Start', status: 'State', hostId: 'Host', name: 'Name', slug: 'Link', description: 'Description' },
      ...{ durationMinutes: 'Minutes', locationType: 'Place', locationDetail: 'Place, exactly', hidden: 'Hidden' },
      ...{ minimumNoticeMinutes: 'Notice in minutes', maxFutureDays: 'Days ahead', color: 'Color', form: 'Questions' },
      ...{ slotIntervalMinutes: 'Minutes between starts', bufferBeforeMinutes: 'Minutes free before' },
      ...{ buffersAroundCalendarEvents: 'Minutes free around calendar events' },
      ...{ bufferAfterMinutes: 'Minutes free after', limits: 'Most meetings', requiresApproval: 'Needs approval' },
      ...{ bookingPolicy: 'Who may book', scheduleId: 'Hours', assignment: 'Who takes a meeting', prep: 'Preparation' },
      ...{ timezone: 'Time zone', weeklyHours: 'Weekly hours', role: 'Role', teamIds: 'Teams', weight: 'Weight' },
      ...{
        fixed: 'Always there',
        avatar: 'Picture',
        photo: 'Picture',
        bio: 'About',
        email: 'Email',
        userId: 'Person',
        plan: 'Plan',
        reason: 'Reason',
      },
      ...{ conflictSource: 'What blocks times', tentative: 'Tentative entries', declined: 'Declined entries' },
      ...{ workingElsewhere: 'Work at another place' },
      ...{
        hostMove: 'Moved in the calendar',
        hostDelete: 'Deleted in the calendar',
        guestsAsAttendees: 'Guests invited',
      },
      ...{ hostNotesLength: 'Length of the notes', seats: 'Seats', language: 'Language', endAt: 'End' },
      ...{ weekStartsOn: 'Weeks begin on', accentColor: 'Color', prepLookups: 'Look up companies' },
    } as Words,
    values: {
      ...{ pending_confirmation: 'waits for approval', confirmed: 'confirmed', rescheduled: 'moved' },
      ...{ canceled: 'canceled', completed: 'over', no_show: 'guest did not come', active: 'active' },
      ...{ round_robin: 'in turn', collective: 'all together', bookings_only: 'bookings alone', calendar: 'calendars' },
      ...{ follow: 'followed', ignore: 'ignored', busy: 'busy', free: 'free' },
      ...{ monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday', en: 'English', de: 'German' },
    } as Words,
  },
  {
    was: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
    isNow: (field: string, after: string) => `${field}: ${after}`,
    isOther: (field: string) => `${field} geändert`,
    yes: 'ja',
    no: 'nein',
    nothing: 'nichts',
    fields: {
      ...{ startAt: 'Beginn', status: 'Stand', hostId: 'Gastgeber', name: 'Name', slug: 'Link' },
      ...{ description: 'Beschreibung', durationMinutes: 'Minuten', locationType: 'Ort', locationDetail: 'Ort, genau' },
      ...{ hidden: 'Verborgen', minimumNoticeMinutes: 'Vorlauf in Minuten', maxFutureDays: 'Tage im Voraus' },
      ...{ color: 'Farbe', form: 'Fragen', slotIntervalMinutes: 'Minuten zwischen Anfängen' },
      ...{ bufferBeforeMinutes: 'Freie Minuten davor', bufferAfterMinutes: 'Freie Minuten danach' },
      ...{ buffersAroundCalendarEvents: 'Freie Minuten um Kalendereinträge' },
      ...{ limits: 'Höchstzahl der Termine', requiresApproval: 'Braucht Zusage', bookingPolicy: 'Wer buchen darf' },
      ...{ scheduleId: 'Zeiten', assignment: 'Wer einen Termin bekommt', prep: 'Vorbereitung', timezone: 'Zeitzone' },
      ...{ weeklyHours: 'Wochenzeiten', role: 'Rolle', teamIds: 'Teams', weight: 'Gewicht', fixed: 'Immer dabei' },
      ...{
        avatar: 'Bild',
        photo: 'Bild',
        bio: 'Über sich',
        email: 'E-Mail',
        userId: 'Person',
        plan: 'Tarif',
        reason: 'Grund',
      },
      ...{ conflictSource: 'Was Zeiten belegt', tentative: 'Einträge mit Vorbehalt', declined: 'Abgelehnte Einträge' },
      ...{ workingElsewhere: 'Arbeit an einem anderen Ort' },
      ...{
        hostMove: 'Im Kalender verschoben',
        hostDelete: 'Im Kalender gelöscht',
        guestsAsAttendees: 'Gäste eingeladen',
      },
      ...{ hostNotesLength: 'Länge der Notizen', seats: 'Plätze', language: 'Sprache', endAt: 'Ende' },
      ...{ weekStartsOn: 'Wochen beginnen am', accentColor: 'Farbe', prepLookups: 'Firmen nachsehen' },
    } as Words,
    values: {
      ...{ pending_confirmation: 'wartet auf Zusage', confirmed: 'bestätigt', rescheduled: 'verschoben' },
      ...{ canceled: 'abgesagt', completed: 'vorbei', no_show: 'Gast kam nicht', active: 'aktiv' },
      ...{ round_robin: 'reihum', collective: 'alle zusammen', bookings_only: 'nur Buchungen', calendar: 'Kalender' },
      ...{ follow: 'wird übernommen', ignore: 'wird nicht beachtet', busy: 'belegt', free: 'frei' },
      ...{ monday: 'Montag', sunday: 'Sonntag', saturday: 'Samstag', en: 'Englisch', de: 'Deutsch' },
    } as Words,
  },
);

type ChangeWords = (typeof changeWords)['en'];

interface Changed {
  readonly before: Readonly<Record<string, unknown>> | null | undefined;
  readonly after: Readonly<Record<string, unknown>> | null | undefined;
  /** of the ids in it, and of roles */
  readonly names: Words;
  /** of its instants; left out: the browser's */
  readonly zone?: string;
}

const LONGEST = 60;
const MOST = 4;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Typed by people: never one of our names, whatever they say. */
const TYPED: ReadonlySet<string> = new Set(['name', 'slug', 'description', 'locationDetail', 'email', 'reason', 'bio']);

/** Names of files say nothing to people. */
const PICTURES: ReadonlySet<string> = new Set(['avatar', 'photo']);

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** null: a list or an object. */
function plainValue(value: unknown, words: ChangeWords): string | null {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'number' ? String(value) : null;
}

/** The first fields that changed, each as a short line. Ids have their names; what is no plain value is only said to be another. */
export function changesInWords({ before, after, names, zone }: Changed, words: ChangeWords, locale: Locale): string[] {
  const ours: Words = { ...placeNames[locale.language], ...words.values, ...names };
  const text = (field: string, value: unknown): string | null => {
    if (typeof value !== 'string' || value === '') return plainValue(value, words);
    if (INSTANT.test(value)) return momentHere(value, locale.tag, zone);
    return shortened(TYPED.has(field) ? value : (ours[value] ?? value));
  };
  return Object.keys(after ?? {})
    .slice(0, MOST)
    .map((field) => {
      const name = words.fields[field] ?? spelledOut(field);
      if (PICTURES.has(field)) return words.isOther(name);
      const [was, is] = [text(field, before?.[field]), text(field, after?.[field])];
      if (was === null || is === null) return words.isOther(name);
      return before?.[field] === undefined ? words.isNow(name, is) : words.was(name, was, is);
    });
}

/** `somethingNew` → "Something new": better than nothing, until it has a word. */
const spelledOut = (field: string): string => {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
