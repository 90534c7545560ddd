import type { FieldType } from '../../../schemas/shapes/forms.ts';
import type { CalcomEventType, CalcomSchedule } from '../../../schemas/shapes/imports.ts';
import type { HoursWindow } from '../../../schemas/shapes/weekly-hours.ts';
import { type DayWindow, keptAs, overridesOf, weekdayOf, weekOf, windowOf } from './hours.ts';
import { addressPlace, callUs, guestsPlace, linkPlace, otherVideo, type Place, weCall } from './place.ts';
import type { EventTypeInput, LeftOut, PlannedEventType, PlannedSchedule } from './plan.ts';
import { formOf, type Question, withNumber } from './questions.ts';
import { limitsOf, tidy } from './settings.ts';
import { unusedSettings } from './unused-settings.ts';

/** Read, or about accounts and looks and not about what is booked. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['id', 'title', 'slug', 'lengthInMinutes', 'description', 'locations', 'bookingFields', 'slotInterval'],
  ...[
    'minimumBookingNotice',
    'beforeEventBuffer',
    'afterEventBuffer',
    'scheduleId',
    'bookingLimitsCount',
    'bookingWindow',
  ],
  ...['confirmationPolicy', 'hidden', 'color', 'teamId', 'schedulingType', 'ownerId', 'users', 'metadata', 'currency'],
  ...[
    'disableGuests',
    'bookingUrl',
    'bookerLayouts',
    'requiresBookerEmailVerification',
    'lockTimeZoneToggleOnBookingPage',
  ],
  ...['useDestinationCalendarEmail', 'destinationCalendar', 'forwardParamsSuccessRedirect', 'selectedCalendars'],
]);

/** Asked of every guest here, too. */
const ALWAYS_ASKED: ReadonlySet<string> = new Set([
  'name',
  'splitName',
  'email',
  'guests',
  'location',
  'title',
  'rescheduleReason',
]);

const TYPES: Readonly<Record<string, FieldType>> = {
  ...{ text: 'short_text', textarea: 'long_text', address: 'short_text', multiemail: 'long_text', phone: 'phone' },
  ...{ number: 'number', select: 'single_select', radio: 'single_select', multiselect: 'multi_select' },
  ...{ checkbox: 'multi_select', boolean: 'boolean', url: 'url', date: 'date', email: 'email' },
};

const sourceIdOf = (id: string | number | null | undefined): string | null => (id == null ? null : String(id));

/** An event type of Cal.com. Those of teams need a team first. */
export function fromCalcomEventType(entry: CalcomEventType): PlannedEventType | LeftOut {
  const about = { kind: 'event_type', sourceId: sourceIdOf(entry.id), name: entry.title } as const;
  if (entry.teamId != null || entry.schedulingType != null)
    return {
      ...about,
      why: 'It belongs to a team. Make the team here, then its event type (create_team, create_event_type).',
    };
  const { place, notes: ofPlace } = placeOf(entry);
  const { fields, notes: ofForm } = questionsOf(entry, place.asksNumber ?? false);
  const { days, notes: ofWindow } = windowDays(entry);
  const limits = limitsOf(entry.bookingLimitsCount);
  const { note: _note, asksNumber: _asks, lost = null, ...where } = place;
  const input: EventTypeInput = {
    ...tidy({ name: entry.title, slug: entry.slug, description: entry.description, color: entry.color?.lightThemeHex }),
    ...where,
    durationMinutes: entry.lengthInMinutes,
    ...(days !== null && { maxFutureDays: days }),
    ...(entry.minimumBookingNotice != null && { minimumNoticeMinutes: entry.minimumBookingNotice }),
    ...(entry.slotInterval ? { slotIntervalMinutes: entry.slotInterval } : {}),
    ...(entry.beforeEventBuffer ? { bufferBeforeMinutes: entry.beforeEventBuffer } : {}),
    ...(entry.afterEventBuffer ? { bufferAfterMinutes: entry.afterEventBuffer } : {}),
    ...(limits && { limits }),
    ...(needsApproval(entry) && { requiresApproval: true }),
    ...(entry.hidden && { hidden: true }),
    ...(fields.length > 0 && { form: { fields } }),
  };
  const notes = [...ofPlace, ...ofForm, ...ofWindow, ...notesOfRules(entry), ...unusedSettings(entry, KNOWN)];
  return { ...about, scheduleSourceId: sourceIdOf(entry.scheduleId), input, lostPlace: lost, notes };
}

const needsApproval = ({ confirmationPolicy: policy }: CalcomEventType): boolean =>
  policy != null && policy.disabled !== true && policy.type != null;

function notesOfRules({ confirmationPolicy: policy, bookingLimitsCount: limits }: CalcomEventType): string[] {
  return [
    ...(policy?.type === 'time' ? ['Only bookings at short notice waited for approval; here every one does.'] : []),
    ...(limits?.year ? ['Its limit of a year is not taken over.'] : []),
  ];
}

function placeOf({ locations }: CalcomEventType): { readonly place: Place; readonly notes: string[] } {
  const [first, ...more] = locations ?? [];
  const place = first ? placeBy(first) : otherVideo('not set');
  const chosen = more.length > 0 ? [`Guests chose one of ${more.length + 1} places; here it is the first.`] : [];
  return { place, notes: [...(place.note ? [place.note] : []), ...chosen] };
}

type Location = NonNullable<CalcomEventType['locations']>[number];

const said = (location: Location, name: string): string | undefined =>
  typeof location[name] === 'string' ? location[name] : undefined;

function placeBy(location: Location): Place {
  switch (location.type) {
    case 'address':
      return addressPlace(said(location, 'address'));
    case 'link':
      return linkPlace(said(location, 'link'));
    case 'phone':
      return callUs(said(location, 'phone'));
    case 'attendeePhone':
      return weCall;
    case 'attendeeAddress':
    case 'attendeeDefined':
      return guestsPlace;
    default:
      return videoBy(said(location, 'integration') ?? said(location, 'location') ?? 'the app of the host');
  }
}

const VIDEO: Readonly<Record<string, string>> = { 'cal-video': 'Cal Video', zoom: 'Zoom', webex: 'Webex' };

function videoBy(integration: string): Place {
  if (integration === 'google-meet') return { locationType: 'google_meet' };
  if (integration === 'office365-video') return { locationType: 'microsoft_teams' };
  return otherVideo(VIDEO[integration] ?? integration);
}

type Field = NonNullable<CalcomEventType['bookingFields']>[number];

function questionsOf({ bookingFields }: CalcomEventType, asksNumber: boolean) {
  const own = (bookingFields ?? []).filter(
    ({ slug = '', type = '' }) => !ALWAYS_ASKED.has(slug) && !ALWAYS_ASKED.has(type),
  );
  const read = own.map(questionOf);
  const questions = read.filter((one): one is Question => one !== null && typeof one === 'object');
  const notes = read.filter((one): one is string => typeof one === 'string');
  const form = formOf(asksNumber ? withNumber(questions) : questions);
  return { fields: form.fields, notes: [...notes, ...form.notes] };
}

/** A question, or why it is left out; null: nobody made it. */
function questionOf(field: Field): Question | string | null {
  const { type = '', slug = '' } = field;
  const label = field.label || (slug === 'notes' ? 'Additional notes' : slug);
  // Those that come with each event are hidden by default.
  if (field.hidden) return field.isDefault ? null : `The question “${label}” was hidden and is left out.`;
  const known = TYPES[type];
  if (known === undefined) return `The question “${label}” is left out: there is no type ${type} here.`;
  const [required, hint, choices] = [field.required ?? false, field.placeholder ?? '', field.options ?? undefined];
  return { key: slug, label, type: known, required, hint, choices };
}

const [MOST_DAYS, WORK_DAYS, WEEK_DAYS] = [730, 5, 7];

function windowDays({ bookingWindow: window }: CalcomEventType): {
  readonly days: number | null;
  readonly notes: string[];
} {
  if (window == null || window.disabled === true || window.type == null) return { days: null, notes: [] };
  const count = typeof window.value === 'number' && window.value > 0 ? window.value : null;
  if (window.type === 'calendarDays' && count !== null)
    return { days: Math.min(Math.ceil(count), MOST_DAYS), notes: [] };
  if (window.type === 'businessDays' && count !== null) {
    const days = Math.min(Math.ceil((count * WEEK_DAYS) / WORK_DAYS), MOST_DAYS);
    return { days, notes: [`It could be booked ${count} business days ahead; here ${days} days.`] };
  }
  return { days: null, notes: ['It could be booked within fixed dates; here 60 days ahead.'] };
}

/** Hours of Cal.com. */
export function fromCalcomSchedule(entry: CalcomSchedule, today: string): PlannedSchedule {
  const notes: string[] = [];
  const windows = entry.availability.flatMap(({ days, startTime, endTime }): DayWindow[] => {
    const window = windowOf(startTime, endTime);
    if (!window) notes.push(`Hours from ${startTime} to ${endTime} are left out: they end as they begin.`);
    const kept = window && keptAs(window);
    if (kept) notes.push(kept);
    return days.flatMap((name) => {
      const day = weekdayOf(name);
      return day && window ? [{ day, ...window }] : [];
    });
  });
  const dates = new Map<string, HoursWindow[]>();
  for (const { date, startTime, endTime } of entry.overrides ?? []) {
    if (date < today) continue;
    const window = windowOf(startTime, endTime);
    if (!dates.has(date)) dates.set(date, []);
    if (window) dates.get(date)?.push(window);
  }
  return {
    kind: 'schedule',
    sourceId: sourceIdOf(entry.id),
    ...{
      name: entry.name,
      timezone: entry.timeZone,
      weeklyHours: weekOf(windows),
      overrides: overridesOf(dates),
      notes,
    },
  };
}
