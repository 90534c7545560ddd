import type { FieldType } from '../../../schemas/shapes/forms.ts';
import type { CalendlyEventType, CalendlySchedule } from '../../../schemas/shapes/imports.ts';
import type { HoursWindow } from '../../../schemas/shapes/weekly-hours.ts';
import { type DayWindow, keptAs, overridesOf, weekdayOf, weekOf, windowOf } from './hours.ts';
import { addressPlace, callUs, guestsPlace, linkPlace, otherVideo, type Place, weCall } from './place.ts';
import type { LeftOut, PlannedEventType, PlannedSchedule } from './plan.ts';
import { formOf, withNumber } from './questions.ts';
import { tidy } from './settings.ts';
import { unusedSettings } from './unused-settings.ts';

/** Read, or about accounts and looks and not about what is booked. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['uri', 'name', 'slug', 'duration', 'active', 'kind', 'type', 'pooling_type', 'booking_method', 'secret'],
  ...['deleted_at', 'color', 'description_plain', 'description_html', 'locations', 'custom_questions', 'created_at'],
  ...['updated_at', 'scheduling_url', 'profile', 'position', 'locale', 'deleted_by', 'admin_managed'],
]);

const TYPES: Readonly<Record<string, FieldType>> = {
  ...{ string: 'short_text', text: 'long_text', phone_number: 'phone' },
  ...{ single_select: 'single_select', multi_select: 'multi_select' },
};

/** Why an event type has no place here; null: it has one. */
function whyNot(entry: CalendlyEventType): string | null {
  if (entry.deleted_at != null) return 'It was deleted there.';
  if (entry.active === false) return 'It is switched off there.';
  if (entry.kind === 'group') return 'Several guests book one time of it; here each time has one guest.';
  if (entry.pooling_type != null)
    return 'It belongs to a team. Make the team here, then its event type (create_team, create_event_type).';
  if (entry.booking_method === 'poll') return 'It is a poll, which there is not here.';
  return entry.type === 'AdhocEventType' ? 'It is for one meeting only: make a short link (create_short_link).' : null;
}

/** An event type of Calendly. Its API says nothing of notice, buffers and hours: they have our defaults. */
export function fromCalendlyEventType(entry: CalendlyEventType): PlannedEventType | LeftOut {
  const about = { kind: 'event_type', sourceId: entry.uri ?? null, name: entry.name } as const;
  const why = whyNot(entry);
  if (why !== null) return { ...about, why };
  const [first, ...more] = entry.locations ?? [];
  const { note, asksNumber, lost = null, ...where } = first ? placeBy(first) : otherVideo('not set');
  const questions = (entry.custom_questions ?? []).filter(({ enabled }) => enabled !== false);
  const asked = questions.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const own = asked.map(({ name, type, required, answer_choices: choices }) => ({
    ...{ key: name, label: name, type: TYPES[type] ?? ('short_text' as const), required: required ?? false },
    choices: choices ?? undefined,
  }));
  const { fields, notes } = formOf(asksNumber ? withNumber(own) : own);
  const texts = { name: entry.name, slug: entry.slug, description: entry.description_plain, color: entry.color };
  return {
    ...about,
    scheduleSourceId: null,
    lostPlace: lost,
    input: {
      ...tidy(texts),
      ...where,
      durationMinutes: entry.duration,
      ...(entry.secret && { hidden: true }),
      ...(fields.length > 0 && { form: { fields } }),
    },
    notes: [
      ...(note ? [note] : []),
      ...(more.length > 0 ? [`Guests chose one of ${more.length + 1} places; here it is the first.`] : []),
      ...notes,
      ...(asked.some((one) => one.include_other)
        ? ['Choices had “Other” with a text of the guest’s own; here they have not.']
        : []),
      'Its notice, buffers and limits are not in the export: check them (get_event_type).',
      ...unusedSettings(entry, KNOWN),
    ],
  };
}

type Location = NonNullable<CalendlyEventType['locations']>[number];

const VIDEO: Readonly<Record<string, string>> = {
  ...{
    zoom_conference: 'Zoom',
    webex_conference: 'Webex',
    gotomeeting_conference: 'GoToMeeting',
    gotomeeting: 'GoToMeeting',
  },
};

function placeBy({ kind, location, phone_number: number }: Location): Place {
  switch (kind) {
    case 'physical':
      return addressPlace(location);
    case 'custom':
      return location?.startsWith('https://') ? linkPlace(location) : addressPlace(location);
    case 'ask_invitee':
      return guestsPlace;
    case 'outbound_call':
      return weCall;
    case 'inbound_call':
      return callUs(number ?? location);
    case 'google_conference':
      return { locationType: 'google_meet' };
    case 'microsoft_teams_conference':
      return { locationType: 'microsoft_teams' };
    default:
      return otherVideo(VIDEO[kind] ?? kind);
  }
}

/** Hours of Calendly. */
export function fromCalendlySchedule(entry: CalendlySchedule, today: string): PlannedSchedule {
  const notes: string[] = [];
  const windows: DayWindow[] = [];
  const dates = new Map<string, HoursWindow[]>();
  for (const { wday, date, intervals } of entry.rules) {
    const found = intervals.flatMap(({ from, to }) => {
      const window = windowOf(from, to);
      if (!window) notes.push(`Hours from ${from} to ${to} are left out: they end as they begin.`);
      const kept = window && keptAs(window);
      if (kept) notes.push(kept);
      return window ? [window] : [];
    });
    const day = wday == null ? null : weekdayOf(wday);
    if (day) windows.push(...found.map((window) => ({ day, ...window })));
    else if (date != null && date >= today) {
      if (!dates.has(date)) dates.set(date, []);
      for (const window of found) dates.get(date)?.push(window);
    }
  }
  return {
    kind: 'schedule',
    sourceId: entry.uri ?? null,
    ...{
      name: entry.name,
      timezone: entry.timezone,
      weeklyHours: weekOf(windows),
      overrides: overridesOf(dates),
      notes,
    },
  };
}
