import { attendeesOf, type BookableEvent, eventOfMember } from '../../../domain/bookable/bookable-event.ts';
import { reachOf } from '../../../domain/members/member-reach.ts';
import { guardedTime } from '../../../domain/slots/rules.ts';
import { assignmentSentence, assignmentsOf } from '../../../domain/teams/round-robin.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { intervalView } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { slotExplanations } from '../../../schemas/operations/availability/explain-slot.ts';
import type { Assignment, HostFindings } from '../../../schemas/shapes/slot-explanation.ts';
import {
  type ExplainedBooking,
  readEventOwner,
  readExplainedBooking,
  readNameable,
  readNames,
} from '../../../store/availability/explain-slot.ts';
import { readVisibleTimeOff } from '../../../store/availability/time-off.ts';
import { readBlockedTimesOfHosts } from '../../../store/bookable/availability-snapshot.ts';
import { readAddress, readEventById, readSnapshot } from '../../../store/bookable/bookable-events.ts';
import { readAssignment } from '../../../store/booking/round-robin-assignments.ts';
import { readCalendarClashes, readMirrorAges } from '../../../store/calendars/clashes.ts';
import type { Queryable } from '../../../store/database.ts';
import { requireAccess } from '../../core/access.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { readWhen, type WhenSiblings } from '../../core/when.ts';
import { alternatives, forHosts } from '../bookable/open-times.ts';
import { noSuchEventType } from '../event-types/refusals.ts';
import {
  clashesOf,
  evaluateHost,
  type HostEvaluation,
  type HostFacts,
  hasTimeOff,
  toHostFindings,
} from './host-findings.ts';

/** The slot that `explainSlot` explains. */
interface SlotToExplain {
  readonly event: BookableEvent;
  readonly isArchived: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** Set if the call names a meeting. */
  readonly booking?: ExplainedBooking & { readonly id: string };
}

async function readEvent({ sql, actor }: ExplainContext, eventTypeId: string) {
  const owner = await readEventOwner(sql, { workspaceId: actor.workspaceId, eventTypeId });
  const event = owner && (await readEventById(sql, eventTypeId));
  if (!event) throw noSuchEventType();
  const { hostId, archivedAt } = owner;
  return { event, hostId, isArchived: archivedAt !== null };
}

/** @throws AppError resource.not_found (event_type_not_found), auth.forbidden (not_yours), and what `readWhen` throws */
async function slotOfStart(
  context: ExplainContext,
  { eventTypeId, startAt, ...siblings }: WhenSiblings & { readonly eventTypeId: string; readonly startAt: string },
): Promise<SlotToExplain> {
  const { event, hostId, isArchived } = await readEvent(context, eventTypeId);
  const isOnTeam = event.team?.members.some(({ host }) => host.id === context.actor.userId) ?? false;
  if (!isOnTeam) requireAccess(context.actor, hostId, 'event types');
  const startMs = readWhen('startAt', startAt, siblings);
  return { event, isArchived, startMs, endMs: startMs + event.rules.durationMinutes * MINUTE_MS };
}

/** @throws AppError resource.not_found (booking_not_found), auth.forbidden (not_yours) */
async function slotOfBooking(context: ExplainContext, bookingId: string): Promise<SlotToExplain> {
  const { sql, actor } = context;
  const booking = await readExplainedBooking(sql, { workspaceId: actor.workspaceId, bookingId });
  if (!booking)
    throw new AppError('resource.not_found', 'This workspace has no such meeting. list_meetings has them.', {
      reason: 'booking_not_found',
    });
  if (!booking.hostIds.includes(actor.userId)) requireAccess(actor, booking.hostId, 'meetings');
  const { event, isArchived } = await readEvent(context, booking.eventTypeId);
  const { startMs, endMs } = booking;
  return { event, isArchived, startMs, endMs, booking: { ...booking, id: bookingId } };
}

/** Returns why a round robin chose the host of a meeting; null if the meeting has no round robin. */
async function assignmentOf(sql: Queryable, bookingId: string): Promise<Assignment | null> {
  const stored = await readAssignment(sql, bookingId);
  if (!stored) return null;
  const { candidates, more } = stored.reason;
  const names = await readNames(sql, [stored.userId, ...candidates.map(({ userId }) => userId)]);
  const nameOf = (userId: string): string => names.get(userId) ?? 'a former member';
  return {
    sentence: assignmentSentence({ candidates, nameOf, hostId: stored.userId }),
    decidedAt: stored.createdAt.toISOString(),
    hostUserId: stored.userId,
    candidates: candidates.map((candidate) => ({
      userId: candidate.userId,
      name: nameOf(candidate.userId),
      state: candidate.state,
      weight: candidate.weight,
      turns: assignmentsOf(candidate),
      level: Math.round(candidate.level * 1_000) / 1_000,
      lastAssignedAt: candidate.lastAssignedAt,
    })),
    moreCandidates: more,
  };
}

type ExplainContext = ActingContext<typeof slotExplanations.explainSlot>;

/** Returns the event once for each host; for a team, once for each member. */
const eventsOfHosts = (event: BookableEvent): BookableEvent[] =>
  event.team ? event.team.members.map((member) => eventOfMember(event, member)) : [event];

const requestedSlot = (
  context: ExplainContext,
  { bookingId, eventTypeId = '', startAt = '', ...siblings }: Input<typeof slotExplanations.explainSlot>,
): Promise<SlotToExplain> =>
  bookingId === undefined
    ? slotOfStart(context, { eventTypeId, startAt, ...siblings })
    : slotOfBooking(context, bookingId);

/** Evaluates each host by the same facts as a booking of this start. */
async function evaluateHosts(context: ExplainContext, slot: SlotToExplain): Promise<HostFindings[]> {
  const { sql, actor, now } = context;
  const { event, isArchived, startMs, booking } = slot;
  const events = eventsOfHosts(event);
  const hosts = events.map(({ host }) => host);
  const blocked = await readBlockedTimesOfHosts(sql, hosts, event, { startMs, endMs: startMs + 1 });
  const evaluations = events.map((one) => {
    const facts: HostFacts = {
      ...{ event: one, blocked: blocked.get(one.host.id) ?? [], isArchived, exceptBookingId: booking?.id, now },
    };
    return evaluateHost(facts, startMs);
  });
  const clashIds = evaluations.flatMap(clashesOf).flatMap(({ bookingId }) => bookingId ?? []);
  const { workspaceId, userId: callerId } = actor;
  const withTimeOff = evaluations.filter(hasTimeOff).map(({ facts }) => facts.event.host.id);
  const withCalendars = hosts.filter(({ calendar }) => calendar === 'working').map(({ id }) => id);
  const [bookings, timeOff, calendars, ages] = await Promise.all([
    readNameable(sql, clashIds, { workspaceId, hostId: reachOf(actor) }),
    readVisibleTimeOff(sql, withTimeOff, { workspaceId, callerId }),
    readVisibleClashes(context, evaluations, slot),
    readMirrorAges(sql, withCalendars),
  ]);
  const visible = { bookings, timeOff, calendars };
  return evaluations.map((one) => toHostFindings(one, visible, ages.get(one.facts.event.host.id) ?? null));
}

/** Returns the calendar clashes of the hosts whose calendars the caller may list. */
function readVisibleClashes(
  { sql, actor }: ExplainContext,
  judged: readonly HostEvaluation[],
  { event, ...slot }: SlotToExplain,
) {
  const reach = reachOf(actor);
  const hostIds = judged
    .filter((one) => clashesOf(one).some(({ bookingId }) => bookingId === null))
    .map(({ facts }) => facts.event.host.id)
    .filter((id) => reach === null || id === reach);
  return hostIds.length === 0 ? [] : readCalendarClashes(sql, hostIds, guardedTime(event.rules, slot));
}

/** Returns whether the hosts' findings allow the event. A round robin needs only one free member. */
function isOffered(event: BookableEvent, hosts: readonly HostFindings[]): boolean {
  const offers = (hostId: string) => hosts.some(({ host, offered }) => host.id === hostId && offered);
  if (!event.team) return offers(event.host.id);
  const { all, oneOf } = attendeesOf(event.team);
  if (all.length + oneOf.length === 0) return false;
  return all.every(({ host }) => offers(host.id)) && (oneOf.length === 0 || oneOf.some(({ host }) => offers(host.id)));
}

/** Returns the failed findings of one host: of one who must attend if there is one, else of any. */
function refusalsOf(event: BookableEvent, hosts: readonly HostFindings[]) {
  const needed = event.team ? attendeesOf(event.team).all.map(({ host }) => host.id) : [];
  const refusing = hosts.filter(({ offered }) => !offered);
  const first = refusing.find(({ host }) => needed.includes(host.id)) ?? refusing[0];
  return first?.findings.filter(({ passes }) => !passes) ?? [];
}

function summaryOf(event: BookableEvent, offered: boolean, hosts: readonly HostFindings[], display: string): string {
  const what = `"${event.eventType.name}" is ${offered ? '' : 'not '}offered at ${display}.`;
  const free = hosts.filter((host) => host.offered).length;
  const ofTeam = event.team ? ` ${free} of ${hosts.length} members of the team can.` : '';
  // All reasons are named, so that the caller can fix everything at once.
  const why = offered
    ? ''
    : ` ${refusalsOf(event, hosts)
        .map(({ sentence }) => sentence)
        .join(' ')}`;
  return `${what}${ofTeam}${why}`.trim();
}

/** Returns one sentence that says who hosts a meeting and why; null for a start without a meeting. */
function hostInWords({ event, booking }: SlotToExplain, assignment: Assignment | null): string | null {
  if (!booking) return null;
  if (assignment) return assignment.sentence;
  if (event.team?.assignment === 'collective') return 'Every member of the team attends: the event is collective.';
  return event.team
    ? `${booking.hostName} attends every meeting of the team.`
    : `"${event.eventType.name}" is an event type of ${booking.hostName}.`;
}

/** Returns the nearest offered starts, from the same snapshot as the public list. */
async function nearest({ sql, now }: ExplainContext, { event, startMs }: SlotToExplain, timezone: string) {
  const snapshot = await readSnapshot(sql, await readAddress(sql, event.eventType.id), now);
  if (!snapshot) return [];
  return alternatives(snapshot, startMs, timezone, now).map(forHosts);
}

export const explainSlot: Handler<typeof slotExplanations.explainSlot> = async (context, input) => {
  const slot = await requestedSlot(context, input);
  const { event, startMs, endMs, booking } = slot;
  const hosts = await evaluateHosts(context, slot);
  const assignment = booking ? await assignmentOf(context.sql, booking.id) : null;
  const timezone = input.timeZone ?? event.host.timezone ?? 'UTC';
  const interval = intervalView(startMs, endMs, timezone);
  const offered = isOffered(event, hosts);
  return {
    offered,
    reason: offered ? null : (refusalsOf(event, hosts)[0]?.rule ?? 'no_schedule'),
    summary: hostInWords(slot, assignment) ?? summaryOf(event, offered, hosts, interval.local.display),
    eventType: { id: event.eventType.id, name: event.eventType.name, slug: event.eventType.slug },
    ...interval,
    hosts,
    assignment,
    alternatives: await nearest(context, slot, timezone),
  };
};
