import type { AccessRole } from './accounts.ts';
import type { CalendarFacts } from './calendar.ts';
import { type Event, msOf, rfc3339 } from './times.ts';

/** How a reader sees the events of a calendar. */
export interface View {
  readonly facts: CalendarFacts;
  readonly accessRole: AccessRole;
  /** Only when, not what: the role or the scope gives no more. */
  readonly timesOnly: boolean;
  /** Of the answer's times. */
  readonly timezone: string;
  /** With more attendees, the reader alone is shown. */
  readonly maxAttendees: number;
}

/** An event in a list. Of a deleted one only its id is left. */
export function listed(event: Event, view: View): Event {
  if (event.status !== 'cancelled') return rendered(event, view);
  const { etag, id, status, recurringEventId, originalStartTime } = event;
  const place = recurringEventId ? { recurringEventId, originalStartTime: timeAt(originalStartTime, view) } : {};
  return { kind: 'calendar#event', etag: etag ?? '', id: id ?? '', status, ...place } as Event;
}

/** An event as `events.get` answers it. */
export function rendered(event: Event, view: View): Event {
  const isSelf = (person: { email?: string | null } | null | undefined) => person?.email === view.facts.id;
  const own = (person: NonNullable<Event['organizer']>) => ({ ...person, ...(isSelf(person) ? { self: true } : {}) });
  const times = {
    start: timeAt(event.start, view),
    end: timeAt(event.end, view),
    ...(event.originalStartTime ? { originalStartTime: timeAt(event.originalStartTime, view) } : {}),
  };
  const { etag, id, status, recurringEventId, visibility } = event;
  if (view.timesOnly)
    return {
      ...{ kind: 'calendar#event', etag, id, status, ...times },
      ...(recurringEventId ? { recurringEventId } : {}),
      ...(visibility ? { visibility } : {}),
    } as Event;
  return {
    ...{ kind: 'calendar#event', ...event, ...times },
    ...(event.creator ? { creator: own(event.creator) } : {}),
    ...(event.organizer ? { organizer: own(event.organizer) } : {}),
    ...attendeesOf(event, view, isSelf),
  };
}

function attendeesOf(
  { attendees }: Event,
  { maxAttendees }: View,
  isSelf: (person: { email?: string | null }) => boolean,
): Pick<Event, 'attendees' | 'attendeesOmitted'> {
  if (!attendees) return {};
  const isLong = attendees.length > maxAttendees;
  const shown = attendees.filter((one) => !isLong || isSelf(one));
  return {
    ...(shown.length > 0 ? { attendees: shown.map((one) => (isSelf(one) ? { ...one, self: true } : one)) } : {}),
    ...(isLong ? { attendeesOmitted: true } : {}),
  };
}

function timeAt(time: Event['start'], { facts, timezone }: View): NonNullable<Event['start']> {
  if (!time) return {};
  if (time.date) return { date: time.date };
  return { dateTime: rfc3339(msOf(time, facts.timeZone), timezone), timeZone: time.timeZone ?? facts.timeZone };
}
