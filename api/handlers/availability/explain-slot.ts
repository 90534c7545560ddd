import { attendeesOf, type BookableEvent, eventOfMember } from '../../../domain/bookable/bookable-event.ts';
import { reachOf } from '../../../domain/members/member-reach.ts';
import { guardedTime } from '../../../domain/slots/rules.ts';
import { intervalView } from '../../../domain/time/local.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { slotExplanations } from '../../../schemas/operations/availability/explain-slot.ts';
import type { Assignment, HostFindings } from '../../../schemas/shapes/slot-explanation.ts';
import { readNameable } from '../../../store/availability/explain-slot.ts';
import { readVisibleTimeOff } from '../../../store/availability/time-off.ts';
import { readClaimsOf } from '../../../store/bookable/availability-snapshot.ts';
import { readAddress, readSnapshot } from '../../../store/bookable/bookable-events.ts';
import { readCalendarClashes, readMirrorAges } from '../../../store/calendars/clashes.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { alternatives, forHosts } from '../bookable/open-times.ts';
import { assignmentOf } from './assignment-view.ts';
import { clashesOf, type HostFacts, isAway, type Judged, judgeHost, toHostFindings } from './host-findings.ts';
import { type SlotToExplain, slotOfBooking, slotOfStart } from './slot-to-explain.ts';

type Context = ActingContext<typeof slotExplanations.explainSlot>;

/** The event for each host; for a team, one per member. */
const eventsOfHosts = (event: BookableEvent): BookableEvent[] =>
  event.team ? event.team.members.map((member) => eventOfMember(event, member)) : [event];

const askedSlot = (
  context: Context,
  { bookingId, eventTypeId = '', startAt = '', ...siblings }: Input<typeof slotExplanations.explainSlot>,
): Promise<SlotToExplain> =>
  bookingId === undefined
    ? slotOfStart(context, { eventTypeId, startAt, ...siblings })
    : slotOfBooking(context, bookingId);

/** Judges each host on the same facts as a booking of this start. */
async function judgedHosts(context: Context, asked: SlotToExplain): Promise<HostFindings[]> {
  const { sql, actor, now } = context;
  const { event, isArchived, startMs, booking } = asked;
  const events = eventsOfHosts(event);
  const hosts = events.map(({ host }) => host);
  const claims = await readClaimsOf(sql, hosts, event, { startMs, endMs: startMs + 1 });
  const judged = events.map((one) => {
    const own = claims.get(one.host.id) ?? [];
    const facts: HostFacts = { event: one, claims: own, isArchived, exceptBookingId: booking?.id, now };
    return judgeHost(facts, startMs);
  });
  const clashIds = judged.flatMap(clashesOf).flatMap(({ bookingId }) => bookingId ?? []);
  const { workspaceId, userId: callerId } = actor;
  const away = judged.filter(isAway).map(({ facts }) => facts.event.host.id);
  const withCalendars = hosts.filter(({ calendar }) => calendar === 'working').map(({ id }) => id);
  const [bookings, timeOff, calendars, ages] = await Promise.all([
    readNameable(sql, clashIds, { workspaceId, hostId: reachOf(actor) }),
    readVisibleTimeOff(sql, away, { workspaceId, callerId }),
    readVisibleClashes(context, judged, asked),
    readMirrorAges(sql, withCalendars),
  ]);
  const visible = { bookings, timeOff, calendars };
  return judged.map((one) => toHostFindings(one, visible, ages.get(one.facts.event.host.id) ?? null));
}

/** Which connections block the time, of the hosts whose calendars the caller may list. */
function readVisibleClashes({ sql, actor }: Context, judged: readonly Judged[], { event, ...slot }: SlotToExplain) {
  const mine = reachOf(actor);
  const hostIds = judged
    .filter((one) => clashesOf(one).some(({ bookingId }) => bookingId === null))
    .map(({ facts }) => facts.event.host.id)
    .filter((id) => mine === null || id === mine);
  return hostIds.length === 0 ? [] : readCalendarClashes(sql, hostIds, guardedTime(event.rules, slot));
}

/** True if the hosts' findings allow the event. A round robin needs only one free member. */
function isOffered(event: BookableEvent, hosts: readonly HostFindings[]): boolean {
  const offers = (hostId: string) => hosts.some(({ host, offered }) => host.id === hostId && offered);
  if (!event.team) return offers(event.host.id);
  const { all, oneOf } = attendeesOf(event.team);
  if (all.length + oneOf.length === 0) return false;
  return all.every(({ host }) => offers(host.id)) && (oneOf.length === 0 || oneOf.some(({ host }) => offers(host.id)));
}

/** The failed findings of one host: first of a host who must attend, else of any. */
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
  // All of them: the caller can fix everything at once.
  const why = offered
    ? ''
    : ` ${refusalsOf(event, hosts)
        .map(({ sentence }) => sentence)
        .join(' ')}`;
  return `${what}${ofTeam}${why}`.trim();
}

/** Says in one sentence who hosts a meeting and why. */
function hostInWords({ event, booking }: SlotToExplain, assignment: Assignment | null): string | null {
  if (!booking) return null;
  if (assignment) return assignment.sentence;
  if (event.team?.assignment === 'collective') return 'Every member of the team attends: the event is collective.';
  return event.team
    ? `${booking.hostName} attends every meeting of the team.`
    : `"${event.eventType.name}" is an event type of ${booking.hostName}’s own.`;
}

/** The nearest offered starts, from the same snapshot as the public list. */
async function nearest({ sql, now }: Context, { event, startMs }: SlotToExplain, timezone: string) {
  const snapshot = await readSnapshot(sql, await readAddress(sql, event.eventType.id), now);
  if (!snapshot) return [];
  return alternatives(snapshot, startMs, timezone, now).map(forHosts);
}

export const explainSlot: Handler<typeof slotExplanations.explainSlot> = async (context, input) => {
  const asked = await askedSlot(context, input);
  const { event, startMs, endMs, booking } = asked;
  const hosts = await judgedHosts(context, asked);
  const assignment = booking ? await assignmentOf(context.sql, booking.id) : null;
  const timezone = input.timeZone ?? event.host.timezone ?? 'UTC';
  const stretch = intervalView(startMs, endMs, timezone);
  const offered = isOffered(event, hosts);
  return {
    offered,
    reason: offered ? null : (refusalsOf(event, hosts)[0]?.rule ?? 'no_schedule'),
    summary: hostInWords(asked, assignment) ?? summaryOf(event, offered, hosts, stretch.local.display),
    eventType: { id: event.eventType.id, name: event.eventType.name, slug: event.eventType.slug },
    ...stretch,
    hosts,
    assignment,
    alternatives: await nearest(context, asked, timezone),
  };
};
