import { setTimeout as delay } from 'node:timers/promises';
import { isScheduled } from '../../domain/booking/booking-states.ts';
import { meetingUid } from '../../domain/booking/meeting.ts';
import { declinedBy, eventToWrite } from '../../domain/calendars/event-content.ts';
import { type CalendarAttempt, checkLinkAfter } from '../../domain/calendars/event-work.ts';
import type { EventToWrite, WrittenEvent } from '../../domain/calendars/remote-event.ts';
import { ProviderError } from '../../outbound/calendars/provider.ts';
import { beginCreate, type EventRow, saveDeleted, saveWritten } from '../../store/booking/calendar-event-rows.ts';
import { readCalendarSettings } from '../../store/calendars/settings.ts';
import { type EventContext, withCalendar } from './event-context.ts';
import { onGone } from './look-at-event.ts';

/** How often a link that is being made is looked for. */
const LINK_POLL_MS = 400;

/** Writes an event as its booking is now: makes it, moves it, or deletes it. */
export async function writeEvent(context: EventContext): Promise<CalendarAttempt | null> {
  const { dependencies, row } = context;
  if (!isWanted(row)) {
    await removeEvent(context);
    return null;
  }
  const event = await contentOf(context);
  const written =
    row.eventId === null ? await createEvent(context, event) : await updateEvent(context, row.eventId, event);
  // The booking has changed since: the next step writes it as it is then.
  if (written === 'overtaken') return null;
  if (written === null) return onGone(context);
  const shown = await withLink(context, written);
  const isMissing = row.wantsLink && shown.joinUrl === null;
  await saveWritten(dependencies.sql, row, shown, {
    lookAgainMs: isMissing ? checkLinkAfter(0) : null,
    declined: declinedBy(shown.responses, context.meeting),
  });
  return null;
}

/** A meeting that its host still hosts. A request whose event is there already, because a guest moved an approved meeting, goes along. */
const isWanted = ({ isHost, eventId, booking: { status } }: EventRow): boolean =>
  isHost && (isScheduled(status) || (status === 'pending_confirmation' && eventId !== null));

async function contentOf({ dependencies: { sql, service }, row, meeting }: EventContext): Promise<EventToWrite> {
  const { guestsAsAttendees } = await readCalendarSettings(sql, row.userId);
  const { provider, accountId, wantsLink } = row;
  const { startMs, endMs } = row.booking;
  const { guestsWait } = meeting;
  const target = {
    ...{ provider, accountId, wantsLink, guestsAsAttendees, guestsWait },
    ...{ uid: meetingUid(service, row.bookingId), mayExist: row.isBegun },
  };
  return eventToWrite({ ...meeting, startMs, endMs }, target);
}

async function createEvent(context: EventContext, event: EventToWrite): Promise<WrittenEvent | 'overtaken'> {
  const { dependencies, row } = context;
  if (!(await beginCreate(dependencies.sql, row))) return 'overtaken';
  return withCalendar(context, (account, limits) => account.createEvent(row.providerCalendarId, event, limits));
}

/** Returns null if the event does not exist any more. The host's own changes of it are overwritten, since the booking's change is newer. */
const updateEvent = (context: EventContext, id: string, event: EventToWrite): Promise<WrittenEvent | null> =>
  withCalendar(context, (account, limits) =>
    account.updateEvent(context.row.providerCalendarId, { id, etag: null }, event, limits),
  );

async function removeEvent(context: EventContext): Promise<void> {
  const { dependencies, row } = context;
  // A create whose answer was lost: the same create finds the event.
  const eventId = row.eventId ?? (row.isBegun ? (await withCreated(context, await contentOf(context))).id : null);
  if (eventId !== null)
    await withCalendar(context, (account, limits) => account.deleteEvent(row.providerCalendarId, eventId, limits));
  await saveDeleted(dependencies.sql, row);
}

const withCreated = (context: EventContext, event: EventToWrite): Promise<WrittenEvent> =>
  withCalendar(context, (account, limits) =>
    account.createEvent(context.row.providerCalendarId, { ...event, wantsLink: false }, limits),
  );

/** Google makes the link after its answer: the mails wait a moment for it. */
async function withLink(context: EventContext, written: WrittenEvent): Promise<WrittenEvent> {
  const { dependencies, row, meeting, linkUntilMs } = context;
  let latest = written;
  // Mails of a link that came late are no reason to wait.
  if (!row.wantsLink || meeting.joinUrl !== null) return latest;
  while (latest.joinUrl === null && dependencies.now() + LINK_POLL_MS < linkUntilMs) {
    await delay(LINK_POLL_MS);
    const { id } = latest;
    const read = await withCalendar(context, (account, limits) =>
      account.readEvent(row.providerCalendarId, id, limits),
    ).catch((error: unknown) => {
      // It is written: what fails now is only the look for its link.
      if (error instanceof ProviderError) return null;
      throw error;
    });
    if (!read) return latest;
    latest = read;
  }
  return latest;
}
