import type { Event } from '@microsoft/microsoft-graph-types';
import { bookingOfUid } from '../../../domain/calendars/event-ids.ts';
import type {
  AttendeeResponse,
  Availability,
  EventTime,
  RemoteEvent,
  WrittenEvent,
} from '../../../domain/calendars/remote-event.ts';

/** An entry of a delta page: an event, an occurrence that has only its times, or a tombstone. */
export type DeltaEntry = Event & {
  readonly '@removed'?: { readonly reason?: string };
  readonly '@odata.etag'?: string;
};

const fields = (...names: readonly (keyof Event)[]): string => names.join(',');

/** What we read of events where Graph lets us choose: no titles, no attendees. */
export const TIMES = fields(
  ...(['id', 'seriesMasterId', 'type', 'start', 'end', 'isAllDay', 'showAs', 'responseStatus'] as const),
  ...(['isCancelled', 'transactionId', 'iCalUId'] as const),
);

/** What we read of an event that we wrote. */
export const WRITTEN = fields(
  ...(['id', 'changeKey', 'start', 'end', 'isAllDay', 'isCancelled', 'webLink', 'onlineMeeting', 'attendees'] as const),
);

const MARK = 'holdfast:';

/** `transactionId` of an event that we write: one for each event of a booking. Never changed: events of years ago have it. */
export const keyOf = ({ bookingId, generation }: { readonly bookingId: string; readonly generation: number }): string =>
  `${MARK}${bookingId}:${generation}`;

/** The booking that the event's writer named. */
const bookingOf = ({ transactionId }: DeltaEntry): { readonly bookingId?: string } => {
  const [, bookingId] = transactionId?.startsWith(MARK) ? transactionId.split(':') : [];
  return bookingId ? { bookingId } : {};
};

/** What an occurrence has from its series. */
export type Shown = Pick<Event, 'showAs' | 'isAllDay' | 'responseStatus' | 'isCancelled'>;

/** null: it has no times, or no id, which Graph leaves out now and then. @param shown of the series, for an occurrence that has only its times */
export function remoteOf(event: DeltaEntry, shown: Shown = event): RemoteEvent | null {
  const time = timeOf(event, shown.isAllDay ?? false);
  if (!event.id || !time) return null;
  const ofUid = event.seriesMasterId ? null : bookingOfUid(event.iCalUId);
  return {
    id: event.id,
    seriesId: event.seriesMasterId ?? null,
    time,
    availability: shown.isCancelled ? 'free' : availabilityOf(shown.showAs),
    response: responseOf(shown.responseStatus?.response),
    ...bookingOf(event),
    ...(ofUid === null ? {} : { bookingOfUid: ofUid }),
  };
}

/** All times are asked for in UTC, and written without a zone. Whole days are days of the calendar, whatever zone they are labelled with. */
function timeOf({ start, end }: DeltaEntry, isAllDay: boolean): EventTime | null {
  if (!start?.dateTime || !end?.dateTime) return null;
  if (isAllDay) return { kind: 'all_day', startDate: start.dateTime.slice(0, 10), endDate: end.dateTime.slice(0, 10) };
  const [startMs, endMs] = [utcMs(start.dateTime), utcMs(end.dateTime)];
  return Number.isNaN(startMs) || Number.isNaN(endMs) ? null : { kind: 'timed', startMs, endMs };
}

/** `2026-03-15T12:00:00.0000000` */
const utcMs = (text: string): number => Date.parse(`${text.slice(0, 23).replace(/Z$/, '')}Z`);

const AVAILABILITIES: Readonly<Record<string, Availability>> = {
  free: 'free',
  tentative: 'tentative',
  oof: 'out_of_office',
  workingElsewhere: 'working_elsewhere',
};

/** `busy`, and what we do not know, is busy. */
const availabilityOf = (showAs: Event['showAs']): Availability => AVAILABILITIES[showAs ?? ''] ?? 'busy';

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentativelyAccepted: 'tentative',
};

const responseOf = (response: string | null | undefined): AttendeeResponse => RESPONSES[response ?? ''] ?? 'none';

/** null: canceled, or not one of ours. */
export function writtenOf(event: DeltaEntry): WrittenEvent | null {
  const time = timeOf(event, false);
  if (!event.id || event.isCancelled || time?.kind !== 'timed') return null;
  return {
    id: event.id,
    etag: event['@odata.etag'] ?? event.changeKey ?? '',
    startMs: time.startMs,
    endMs: time.endMs,
    htmlLink: event.webLink ?? null,
    joinUrl: event.onlineMeeting?.joinUrl ?? null,
    responses: Object.fromEntries(
      (event.attendees ?? []).flatMap(({ emailAddress, status }) =>
        emailAddress?.address ? [[emailAddress.address.toLowerCase(), responseOf(status?.response)] as const] : [],
      ),
    ),
  };
}
