import { requiredFieldKeys } from '../../domain/forms/required-field-keys.ts';
import type { EventTypeDetail, EventTypeLine } from '../../schemas/event-types.ts';
import type { EventTypeRecord } from '../../store/event-types.ts';

/** The page where guests book; null: it leads nowhere any more. */
const bookingUrlOf = ({ archivedAt, host, workspaceSlug, settings }: EventTypeRecord, publicUrl: string) =>
  archivedAt || host.username === null ? null : `${publicUrl}/${workspaceSlug}/${host.username}/${settings.slug}`;

/** An event type as a line of a list. */
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
export const toEventType = (record: EventTypeRecord, publicUrl: string): EventTypeDetail => ({
  ...record.settings,
  ...toEventTypeLine(record, publicUrl),
  form: record.form && { ...record.form, requiredFieldKeys: requiredFieldKeys(record.form.definition) },
  createdAt: record.createdAt.toISOString(),
});
