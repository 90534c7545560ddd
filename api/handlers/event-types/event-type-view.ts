import { type MissingWayIn, wayInLeftOpen } from '../../../domain/booking/meeting-place.ts';
import { requiredFieldKeys } from '../../../domain/forms/required-field-keys.ts';
import type { EventTypeDetail, EventTypeLine } from '../../../schemas/operations/event-types.ts';
import { canMakeLinks } from '../../../store/calendars/link-makers.ts';
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
  form: record.form && { ...record.form, requiredFieldKeys: requiredFieldKeys(record.form.definition) },
  createdAt: record.createdAt.toISOString(),
  version: record.version,
});

const NOTICES: Readonly<Record<MissingWayIn, string>> = {
  link: 'Guests get no link: this event type has none, and no calendar makes one for each meeting. Set locationDetail to an https:// address, or let every host connect a calendar for new bookings (connect_calendar): of Google for google_meet, of Microsoft for microsoft_teams. Or send every guest a link.',
  call: 'Guests are asked for their number on the page, but programs may book without it: set locationDetail to a number or to who calls whom, or ask in the form (a field of type phone).',
};

/** The answer, with a notice if join details are missing. */
export async function toEventTypeAnswer(
  { sql, urls: { publicUrl } }: Pick<Context, 'sql' | 'urls'>,
  record: EventTypeRecord,
) {
  const asksNumber = record.form?.definition.fields.some(({ type }) => type === 'phone') ?? false;
  const open = record.archivedAt ? null : wayInLeftOpen(record.settings, asksNumber);
  const missing = open === 'link' && (await canMakeLinks(sql, record.id)) ? null : open;
  return { eventType: toEventType(record, publicUrl), ...(missing === null ? {} : { notice: NOTICES[missing] }) };
}
