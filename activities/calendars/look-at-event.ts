import { isActive } from '../../domain/booking/booking-states.ts';
import { declinedBy } from '../../domain/calendars/event-content.ts';
import { type CalendarAttempt, checkLinkAfter, MAX_EVENT_MS } from '../../domain/calendars/event-work.ts';
import type { WrittenEvent } from '../../domain/calendars/remote-event.ts';
import { ProviderError } from '../../outbound/calendars/provider.ts';
import {
  type CalendarPlace,
  followChange,
  type HostChange,
  leaveChange,
  readSiblings,
  rejectChange,
} from '../../store/booking/calendar-changes.ts';
import { type EventRow, saveCalendar, saveDeleted, saveLooked } from '../../store/booking/calendar-event-rows.ts';
import { readCalendarSettings } from '../../store/calendars/settings.ts';
import { type EventContext, withCalendar } from './event-context.ts';

/** Reads an event that its calendar said has changed, and does what its host wants to follow from it. */
export async function lookAtEvent(context: EventContext): Promise<CalendarAttempt | null> {
  const { dependencies, row } = context;
  const { eventId } = row;
  if (eventId === null || row.connectionStatus !== 'active') return look(context, null);
  const found = await withCalendar(context, (account, limits) =>
    account.readEvent(row.providerCalendarId, eventId, limits),
  );
  if (!found) return onGone(context);
  if (!isMoved(row, found) || !isOpen(row, dependencies.now())) return look(context, found);
  return onMoved(context, found);
}

/** The booking can still change, and by this person. */
const isOpen = ({ state, isHost, booking }: EventRow, now: number): boolean =>
  state === 'written' && isHost && isActive(booking.status) && booking.startMs > now;

/** Compared with what we wrote, or noted. Not by its version: that changes with each answer of a guest. */
const isMoved = ({ startMs, endMs, booking }: EventRow, event: WrittenEvent): boolean =>
  (event.startMs !== startMs || event.endMs !== endMs) &&
  (event.startMs !== booking.startMs || event.endMs !== booking.endMs);

/** Nothing follows. Its link and its guests' answers may be new. */
async function look({ dependencies, row, meeting }: EventContext, found: WrittenEvent | null): Promise<null> {
  const isMissing = found !== null && row.wantsLink && found.joinUrl === null;
  await saveLooked(dependencies.sql, row, found, {
    lookAgainMs: isMissing ? checkLinkAfter(row.tries + 1) : null,
    declined: found ? declinedBy(found.responses, meeting) : [],
  });
  return null;
}

/** Not in its calendar: in another one of the same account, or deleted. */
export async function onGone(context: EventContext): Promise<CalendarAttempt | null> {
  const { dependencies, row, meeting } = context;
  const { sql, now } = dependencies;
  const elsewhere = await findElsewhere(context);
  if (elsewhere) return onFoundElsewhere(context, elsewhere);
  // It was to be deleted, and our mail may have asked for that: the meeting is another host's now.
  if (!row.isHost) {
    await saveDeleted(sql, row);
    return null;
  }
  if (!isActive(row.booking.status) || row.booking.startMs <= now()) {
    await leaveChange(sql, row, null, null);
    return null;
  }
  await requireCalendar(context);
  const { hostDelete } = await readCalendarSettings(sql, row.userId);
  return carryOut(context, null, wantedOf(hostDelete, row, meeting.otherHosts.length > 0));
}

/**
 * With a calendar, all its events are gone: a host who deletes one, or is not let into it any more, has canceled no meeting.
 * @throws ProviderError not_found
 */
async function requireCalendar(context: EventContext): Promise<void> {
  const { providerCalendarId } = context.row;
  const listed = await withCalendar(context, (account, limits) => account.listCalendars(limits));
  const isThere = listed.some((one) => one.providerCalendarId === providerCalendarId && one.canWrite);
  if (!isThere) throw new ProviderError('not_found', 'calendar gone');
}

interface Elsewhere {
  readonly place: CalendarPlace;
  readonly found: WrittenEvent;
}

/** Microsoft's ids are the mailbox's: it was looked for in all its calendars. */
async function findElsewhere(context: EventContext): Promise<Elsewhere | null> {
  const { dependencies, row } = context;
  const { eventId } = row;
  if (eventId === null || row.provider !== 'google') return null;
  for (const place of await readSiblings(dependencies.sql, row)) {
    const found = await withCalendar(context, (account, limits) =>
      account.readEvent(place.providerCalendarId, eventId, limits),
    ).catch(unlessClosed);
    if (found) return { place, found };
  }
  return null;
}

/** Another person's calendar without visible events has no event of this booking. */
function unlessClosed(error: unknown): null {
  if (error instanceof ProviderError && ['forbidden', 'not_found'].includes(error.failure)) return null;
  throw error;
}

async function onFoundElsewhere(context: EventContext, { place, found }: Elsewhere): Promise<CalendarAttempt | null> {
  const { dependencies, row } = context;
  await saveCalendar(dependencies.sql, row, place.calendarId);
  // Its next step writes it there.
  if (row.state === 'due') return null;
  const moved = { ...context, row: { ...row, ...place } };
  return isMoved(row, found) && isOpen(row, dependencies.now()) ? onMoved(moved, found) : look(moved, found);
}

async function onMoved(context: EventContext, { startMs, endMs }: WrittenEvent): Promise<CalendarAttempt | null> {
  const { dependencies, row, meeting } = context;
  const { hostMove } = await readCalendarSettings(dependencies.sql, row.userId);
  const wanted = wantedOf(hostMove, row, meeting.otherHosts.length > 0);
  const canFollow = startMs > dependencies.now() && endMs > startMs && endMs - startMs <= MAX_EVENT_MS;
  if (wanted === 'follow' && !canFollow) {
    await rejectChange(dependencies.sql, row, { startMs, endMs });
    return null;
  }
  return carryOut(context, { startMs, endMs }, wanted);
}

/** A meeting of several hosts follows the one who organizes it; another host is asked, as it concerns more than their own calendar. */
const wantedOf = (
  setting: 'follow' | 'ask' | 'ignore',
  { isOrganizer }: EventRow,
  hasOthers: boolean,
): 'follow' | 'ask' | 'ignore' => (setting === 'follow' && hasOthers && !isOrganizer ? 'ask' : setting);

async function carryOut(
  { dependencies: { sql }, row }: EventContext,
  change: HostChange,
  wanted: 'follow' | 'ask' | 'ignore',
): Promise<CalendarAttempt | null> {
  if (wanted === 'follow') return followChange(sql, row, change);
  await leaveChange(sql, row, change, wanted === 'ignore' ? null : change ? 'moved' : 'deleted');
  return null;
}
