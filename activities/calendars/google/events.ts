import type { calendar_v3 } from '@googleapis/calendar';
import type {
  AttendeeResponse,
  Availability,
  EventChange,
  EventTime,
  RemoteEvent,
  WrittenEvent,
} from '../../../domain/calendars/remote-event.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** What we read of events: no titles, no places, no attendees but the host's own answer. */
export const TIMES = 'id,status,recurringEventId,start,end,transparency,eventType,attendees(self,responseStatus)';

/** An event of a sync page. Cancelled ones have only their id. */
export function changeOf(event: GoogleEvent): EventChange[] {
  if (!event.id) return [];
  const remote = event.status === 'cancelled' ? null : remoteOf(event);
  return [remote ? { gone: false, ...remote } : { gone: true, id: event.id }];
}

/** null: it has no times. */
export function remoteOf(event: GoogleEvent): RemoteEvent | null {
  const time = timeOf(event);
  if (!event.id || !time) return null;
  return {
    id: event.id,
    seriesId: event.recurringEventId ?? null,
    time,
    availability: availabilityOf(event),
    response: responseOf(event.attendees?.find(({ self }) => self)?.responseStatus),
  };
}

function timeOf({ start, end }: GoogleEvent): EventTime | null {
  if (start?.date && end?.date) return { kind: 'all_day', startDate: start.date, endDate: end.date };
  const [startMs, endMs] = [Date.parse(start?.dateTime ?? ''), Date.parse(end?.dateTime ?? '')];
  return Number.isNaN(startMs) || Number.isNaN(endMs) ? null : { kind: 'timed', startMs, endMs };
}

/** A working location says where somebody works, not whether they have time. */
function availabilityOf({ transparency, eventType, status }: GoogleEvent): Availability {
  if (transparency === 'transparent' || eventType === 'workingLocation') return 'free';
  if (eventType === 'outOfOffice') return 'out_of_office';
  return status === 'tentative' ? 'tentative' : 'busy';
}

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

const responseOf = (status: string | null | undefined): AttendeeResponse => RESPONSES[status ?? ''] ?? 'none';

/** null: deleted. @throws Error an event of ours without times */
export function writtenOf(event: GoogleEvent): WrittenEvent | null {
  if (event.status === 'cancelled') return null;
  const time = timeOf(event);
  if (!event.id || time?.kind !== 'timed') return null;
  return {
    id: event.id,
    etag: event.etag ?? '',
    startMs: time.startMs,
    endMs: time.endMs,
    htmlLink: event.htmlLink ?? null,
    joinUrl:
      event.conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri ??
      event.hangoutLink ??
      null,
    responses: Object.fromEntries(
      (event.attendees ?? []).flatMap(({ email, responseStatus }) =>
        email ? [[email.toLowerCase(), responseOf(responseStatus)] as const] : [],
      ),
    ),
  };
}
