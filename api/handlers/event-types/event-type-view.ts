import { type MissingJoinDetails, missingFromEventType } from '../../../domain/booking/meeting-place.ts';
import { requiredFieldKeys } from '../../../domain/forms/conditions.ts';
import { formAskedOf, numberQuestion } from '../../../domain/forms/guest-number.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { EventTypeDetail, EventTypeLine, eventTypes } from '../../../schemas/operations/event-types.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { canMakeLinks, wouldMakeLinks } from '../../../store/calendars/link-makers.ts';
import type { EventTypeRecord } from '../../../store/event-types/event-types.ts';
import type { Context } from '../../core/handler.ts';

/** The web page where guests book; null: it no longer works. */
const bookingUrlOf = ({ archivedAt, host, workspaceSlug, settings }: EventTypeRecord, publicUrl: string) =>
  archivedAt || host.username === null ? null : `${publicUrl}/${workspaceSlug}/${host.username}/${settings.slug}`;

/** An event type as an entry of a list. */
export function toEventTypeLine(record: EventTypeRecord, publicUrl: string): EventTypeLine {
  const { id, host, team, settings, upcomingMeetingCount, archivedAt } = record;
  const { name, slug, durationMinutes, locationType, requiresApproval, hidden } = settings;
  return {
    id,
    name,
    slug,
    durationMinutes,
    locationType,
    requiresApproval,
    hidden,
    host,
    team,
    bookingUrl: bookingUrlOf(record, publicUrl),
    upcomingMeetingCount,
    archivedAt: archivedAt?.toISOString() ?? null,
  };
}

/** An event type with all its settings. */
const toEventType = (record: EventTypeRecord, publicUrl: string): EventTypeDetail => ({
  ...record.settings,
  reminders: [...record.settings.reminders],
  ...toEventTypeLine(record, publicUrl),
  form: record.form && { ...record.form, requiredFieldKeys: requiredKeysOf(record) },
  createdAt: record.createdAt.toISOString(),
  version: record.version,
});

/** What every booking must answer: also the number of a call that the host makes. */
function requiredKeysOf({ id, settings, form }: EventTypeRecord): string[] {
  const asked = formAskedOf({ id, ...settings }, form);
  return asked === null ? [] : requiredFieldKeys(asked.definition);
}

const NOTICES: Readonly<Record<MissingJoinDetails, string>> = {
  link: 'Guests get no link: this event type has none, and no calendar makes one for each meeting. Set locationDetail to an https:// address, or let every host connect a calendar for new bookings (connect_calendar): of Google for google_meet, of Microsoft for microsoft_teams. Or send every guest a link.',
  call: 'The host calls: every booking needs the guest’s number, customFields.guest_phone, also with create_booking. If guests call, set locationDetail to the number; to word the question, ask in the form (a field of type phone).',
};

/** The answer, with a notice if join details are missing. */
export async function toEventTypeAnswer(
  { sql, urls: { publicUrl } }: Pick<Context, 'sql' | 'urls'>,
  record: EventTypeRecord,
) {
  const open = record.archivedAt ? null : missingFromEventType(record.settings, asksNumber(record.form?.definition));
  const missing = open === 'link' && (await canMakeLinks(sql, record.id)) ? null : open;
  return { eventType: toEventType(record, publicUrl), ...(missing === null ? {} : { notice: NOTICES[missing] }) };
}

const asksNumber = (form: { readonly fields: readonly FormField[] } | undefined): boolean =>
  form !== undefined && numberQuestion(form.fields) !== undefined;

/** The notice that an event type of one host would get. */
export async function noticeOnceMade(
  sql: Context['sql'],
  hostId: string,
  { locationType, locationDetail, form }: Input<typeof eventTypes.createEventType>,
): Promise<string | null> {
  const open = missingFromEventType(
    { locationType, locationDetail: locationDetail ?? null },
    asksNumber(form ?? undefined),
  );
  const missing = open === 'link' && (await wouldMakeLinks(sql, hostId, locationType)) ? null : open;
  return missing === null ? null : NOTICES[missing];
}
