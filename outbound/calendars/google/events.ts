import type { calendar_v3 } from '@googleapis/calendar';
import { periodOf } from '../../../domain/calendars/busy.ts';
import { bookingOfGoogleEvent, bookingOfUid } from '../../../domain/calendars/event-ids.ts';
import type {
  AttendeeResponse,
  Availability,
  EventTime,
  RemoteEvent,
  WrittenEvent,
} from '../../../domain/calendars/remote-event.ts';

export type GoogleEvent = calendar_v3.Schema$Event;

/** What we read of events: no titles, no places, no attendees but the host's own answer. Of ours, the booking that we named. */
export const TIMES =
  'id,iCalUID,status,recurringEventId,start,end,transparency,eventType,workingLocationProperties(type),attendees(self,responseStatus),extendedProperties(private)';

/** What we read of our own events. */
export const WRITTEN =
  'id,etag,status,start,end,htmlLink,hangoutLink,conferenceData(entryPoints(entryPointType,uri)),attendees(email,responseStatus)';

/** null: it has no times. */
export function remoteOf(event: GoogleEvent): RemoteEvent | null {
  const time = timeOf(event);
  if (!event.id || !time) return null;
  const bookingId = bookingOfGoogleEvent(event.id);
  const ofUid = event.recurringEventId ? null : bookingOfUid(event.iCalUID);
  return {
    id: event.id,
    ...(bookingId === null ? {} : { bookingId }),
    seriesId: event.recurringEventId ?? null,
    time,
    availability: availabilityOf(event),
    response: responseOf(event.attendees?.find(({ self }) => self)?.responseStatus),
    ...bookingOf(event),
    ...(ofUid === null ? {} : { bookingOfUid: ofUid }),
  };
}

const bookingOf = ({ extendedProperties }: GoogleEvent): { readonly bookingId?: string } => {
  const bookingId = extendedProperties?.private?.holdfastBookingId;
  return bookingId ? { bookingId } : {};
};

function timeOf({ start, end }: GoogleEvent): EventTime | null {
  if (start?.date && end?.date) return { kind: 'all_day', startDate: start.date, endDate: end.date };
  const [startMs, endMs] = [Date.parse(start?.dateTime ?? ''), Date.parse(end?.dateTime ?? '')];
  return Number.isNaN(startMs) || Number.isNaN(endMs) ? null : { kind: 'timed', startMs, endMs };
}

/** Google shows working locations and birthdays as free. The host's rules decide about work at another place than the office. */
function availabilityOf({ transparency, eventType, status, workingLocationProperties }: GoogleEvent): Availability {
  if (eventType === 'workingLocation')
    return workingLocationProperties?.type === 'officeLocation' ? 'free' : 'working_elsewhere';
  if (transparency === 'transparent' || eventType === 'birthday') return 'free';
  if (eventType === 'outOfOffice') return 'out_of_office';
  return status === 'tentative' ? 'tentative' : 'busy';
}

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

const responseOf = (status: string | null | undefined): AttendeeResponse => RESPONSES[status ?? ''] ?? 'none';

/** null: deleted, or without times. @param timezone of the calendar, for a whole day */
export function writtenOf(event: GoogleEvent, timezone: string): WrittenEvent | null {
  const time = timeOf(event);
  if (event.status === 'cancelled' || !event.id || !time) return null;
  return {
    id: event.id,
    etag: event.etag ?? '',
    ...periodOf(time, timezone),
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
