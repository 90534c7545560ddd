import { randomBytes } from 'node:crypto';
import type { Attendee, Event } from '@microsoft/microsoft-graph-types';
import { DAY_MS } from '../../domain/time/civil.ts';
import { zoneOf } from '../../domain/time/zone.ts';
import { accessDenied, badRequest, GraphFailure, itemNotFound } from './failure.ts';
import { EVENT_KEYS } from './keys.ts';
import type { SearchSettings } from './listing.ts';
import type { CalendarFacts, Item, Mailbox } from './mailbox.ts';
import { meetingOf, type TeamsSettings, withBody } from './online-meeting.ts';
import { etagOf } from './render.ts';
import { shownIn, timesOf } from './times.ts';

/** Who writes, and how. */
export interface Writing {
  readonly mailbox: Mailbox;
  readonly ifMatch: string | undefined;
  /** How long readers do not see it: a push that comes early. */
  readonly hiddenMs: number;
  readonly nowMs: number;
  readonly teams: TeamsSettings;
  readonly search: Pick<SearchSettings, 'namesFirst'>;
  /** The person's own hand may write what an app may not. */
  readonly byHand: boolean;
}

/** What a client cannot set: it is ignored, as Exchange does. */
const GIVEN = new Set([
  ...['id', 'changeKey', 'createdDateTime', 'lastModifiedDateTime', 'bodyPreview', 'hasAttachments', 'iCalUId'],
  ...['isCancelled', 'isDraft', 'isOrganizer', 'onlineMeeting', 'onlineMeetingUrl', 'organizer', 'originalStart'],
  ...['originalStartTimeZone', 'originalEndTimeZone', 'responseStatus', 'seriesMasterId', 'type', 'webLink'],
]);

/** @throws GraphFailure 400: a property that events do not have */
function sent(body: Event): Event {
  const unknown = Object.keys(body).find((name) => !(name in EVENT_KEYS));
  if (unknown !== undefined)
    throw badRequest(
      'RequestBodyRead',
      `The property '${unknown}' does not exist on type 'microsoft.graph.event'. Make sure to only use property names that are defined by the type.`,
    );
  return Object.fromEntries(Object.entries(body).filter(([name]) => !GIVEN.has(name))) satisfies Event;
}

const asked = (attendees: Event['attendees']): Attendee[] =>
  (attendees ?? []).map((one) => ({ status: { response: 'none', time: '0001-01-01T00:00:00Z' }, ...one }));

function writable({ byHand }: Writing, { canEdit }: CalendarFacts): void {
  if (!canEdit && !byHand) throw accessDenied();
}

/**
 * `POST events`. The same `transactionId` with the same body gives the first event; with another body it is refused.
 * @throws GraphFailure
 */
export function createEvent(writing: Writing, calendar: CalendarFacts, body: Event): Item {
  const { mailbox, nowMs } = writing;
  writable(writing, calendar);
  const transactionId = body.transactionId ?? null;
  const fingerprint = JSON.stringify(body);
  const used = transactionId === null ? undefined : mailbox.transactions.get(transactionId);
  if (used) return repeated(writing, used, fingerprint);
  const id = `AAMk${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
  const { person } = mailbox;
  const { onlineMeetingProvider: _, isOnlineMeeting: __, ...fields } = sent(body);
  const event: Event = {
    ...{ subject: '', showAs: 'busy', importance: 'normal', sensitivity: 'normal', isAllDay: false, categories: [] },
    ...{ isReminderOn: true, reminderMinutesBeforeStart: 15, responseRequested: true, hideAttendees: false },
    ...{ allowNewTimeProposals: true, location: { displayName: '' }, locations: [] },
    ...fields,
    ...{ createdDateTime: new Date(nowMs).toISOString(), iCalUId: `040000008200E0${randomBytes(16).toString('hex')}` },
    ...{ isOrganizer: true, organizer: { emailAddress: { name: person.name, address: person.email } } },
    responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
    attendees: asked(body.attendees),
    ...meetingOf(writing.teams, person, body),
  };
  const isLate = writing.teams.delayMs > 0 && event.onlineMeeting != null;
  const first = isLate ? { ...event, onlineMeeting: null } : event;
  const kept = mailbox.keep(
    {
      ...{ id, calendarId: calendar.id, moves: 0, left: [], removed: [] },
      event: first,
      original: null,
      isDeleted: false,
    },
    'created',
    writing.hiddenMs,
  );
  if (transactionId !== null) mailbox.transactions.set(transactionId, { id, fingerprint });
  notify(mailbox, kept, 'created');
  if (isLate) setTimeout(() => bringLink(mailbox, id, event.onlineMeeting), writing.teams.delayMs).unref();
  return kept;
}

/** The link of a meeting comes later than its event. */
function bringLink(mailbox: Mailbox, id: string, onlineMeeting: Event['onlineMeeting']): void {
  const item = mailbox.find(id);
  if (item && !item.isDeleted && item.event.isOnlineMeeting && onlineMeeting)
    mailbox.keep({ ...item, event: { ...item.event, onlineMeeting } }, 'updated');
}

function repeated(
  { mailbox, search }: Writing,
  used: { readonly id: string; readonly fingerprint: string },
  fingerprint: string,
): Item {
  const first = mailbox.find(used.id);
  if (first && !first.isDeleted && used.fingerprint === fingerprint) return first;
  throw new GraphFailure(
    400,
    'ErrorDuplicateTransactionId',
    'The TransactionId specified in the request has already been used to create a different event.',
    first && !first.isDeleted && search.namesFirst ? { existingEventId: used.id } : {},
  );
}

/** Exchange sends mails to all attendees; nothing can stop it. */
function notify({ invitations }: Mailbox, { id, event }: Item, about: 'created' | 'updated' | 'deleted'): void {
  if (!event.isOrganizer) return;
  for (const { emailAddress } of event.attendees ?? [])
    if (emailAddress?.address) invitations.push({ eventId: id, to: emailAddress.address, about });
}

/** @throws GraphFailure 404, 412 */
export function found({ mailbox, ifMatch }: Pick<Writing, 'mailbox' | 'ifMatch'>, id: string): Item {
  const item = mailbox.find(id);
  if (!item || item.isDeleted) throw itemNotFound();
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(item))
    throw new GraphFailure(412, 'ErrorIrresolvableConflict', 'The send or update operation could not be performed.');
  return item;
}

/** `PATCH events/{id}`. An occurrence becomes an exception of its series. @throws GraphFailure */
export function patchEvent(writing: Writing, id: string, body: Event): Item {
  const { mailbox } = writing;
  const before = found(writing, id);
  const calendar = mailbox.calendars.get(before.calendarId);
  if (calendar) writable(writing, calendar);
  const { transactionId: _, isOnlineMeeting: __, onlineMeetingProvider: ___, ...fields } = sent(body);
  const event: Event = {
    ...asOccurrence(before),
    ...fields,
    ...(body.attendees ? { attendees: asked(body.attendees) } : {}),
    ...(body.isOnlineMeeting && !before.event.isOnlineMeeting
      ? meetingOf(writing.teams, mailbox.person, body)
      : withBody(before.event, body)),
  };
  if (before.original) staysBetween(mailbox, before, event);
  if (before.event.recurrence && (body.start || body.end || body.recurrence)) mailbox.forgetExceptions(before.id);
  const kept = mailbox.keep({ ...before, event }, 'updated', writing.hiddenMs);
  notify(mailbox, kept, 'updated');
  return kept;
}

/** An occurrence on its way to be an exception: its times stand for themselves. */
function asOccurrence({ event, original, times }: Item): Event {
  if (!original || event.type !== 'occurrence') return event;
  const timed = event.isAllDay ? {} : { start: shownIn(times.startMs, 'UTC'), end: shownIn(times.endMs, 'UTC') };
  return { ...event, type: 'exception', originalStart: new Date(times.startMs).toISOString(), ...timed };
}

/** An occurrence cannot be moved to the day of a neighbour, nor past it. */
function staysBetween(mailbox: Mailbox, { id, original }: Item, event: Event): void {
  const master = original && mailbox.find(original.masterId);
  if (!master) return;
  const near = { startMs: original.localMs - 400 * DAY_MS, endMs: original.localMs + 400 * DAY_MS };
  const day = (ms: number): number => zoneOf(mailbox.timezone).dayAt(ms);
  const newDay = day(timesOf(event, mailbox.timezone).startMs);
  const isPast = mailbox
    .occurrences(master, near)
    .filter((one) => one.id !== id)
    .some(({ original: other, times }) =>
      (other?.localMs ?? 0) > original.localMs ? newDay >= day(times.startMs) : newDay <= day(times.startMs),
    );
  if (isPast)
    throw badRequest(
      'ErrorOccurrenceCrossingBoundary',
      'Modified occurrence is crossing or overlapping adjacent occurrence.',
    );
}

/** `DELETE events/{id}`: an occurrence leaves its series. @throws GraphFailure */
export function deleteEvent(writing: Writing, id: string, hasImmutableIds: boolean): void {
  const { mailbox, hiddenMs } = writing;
  // With immutable ids, what lies in Deleted Items is found, but cannot be deleted again.
  if (hasImmutableIds && mailbox.find(id)?.isDeleted)
    throw new GraphFailure(403, 'ErrorCannotDeleteObject', 'The object cannot be deleted.');
  const item = found(writing, id);
  const calendar = mailbox.calendars.get(item.calendarId);
  if (calendar) writable(writing, calendar);
  const { original } = item;
  const master = original && mailbox.find(original.masterId);
  if (master) {
    mailbox.forget(item.id);
    mailbox.keep({ ...master, removed: [...master.removed, original.localMs] }, 'updated', hiddenMs);
    return;
  }
  mailbox.forgetExceptions(item.id);
  notify(mailbox, mailbox.keep({ ...item, isDeleted: true }, 'deleted', hiddenMs), 'deleted');
}

/** Moves an event to another calendar of the mailbox, as people do in Outlook: its ordinary id changes. @throws GraphFailure */
export function moveEvent(writing: Writing, id: string, calendarId: string): Item {
  const { mailbox, hiddenMs } = writing;
  const item = found(writing, id);
  if (!mailbox.calendars.has(calendarId) || item.original) throw itemNotFound();
  const left = [
    ...item.left.filter((one) => one.calendarId !== calendarId),
    { calendarId: item.calendarId, version: mailbox.nextVersion },
  ];
  return mailbox.keep({ ...item, calendarId, moves: item.moves + 1, left }, 'updated', hiddenMs);
}
