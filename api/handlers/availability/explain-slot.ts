import { type BookingPage, crewOf, pageOfMember } from '../../../domain/bookable/bookable-event.ts';
import { reachOf } from '../../../domain/members/member-reach.ts';
import { stretchView } from '../../../domain/time/local-view.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { availability } from '../../../schemas/operations/availability.ts';
import type { Assignment, HostFindings } from '../../../schemas/shapes/slot-explanation.ts';
import { readNameable } from '../../../store/availability/explain-slot.ts';
import { readVisibleTimeOff } from '../../../store/availability/time-off.ts';
import { readClaimsOf } from '../../../store/bookable/availability-snapshot.ts';
import { readAddress, readSnapshot } from '../../../store/bookable/bookable-events.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { alternatives } from '../bookable/open-times.ts';
import { type AskedSlot, askedBooking, askedStart } from './asked-slot.ts';
import { assignmentOf } from './assignment-view.ts';
import { clashesOf, type HostFacts, isAway, judgeHost, toHostFindings } from './host-findings.ts';

type Context = ActingContext<typeof availability.explainSlot>;

/** The page as each of its hosts has it: of a team's event every member. */
const pagesOf = (page: BookingPage): BookingPage[] =>
  page.team ? page.team.members.map((member) => pageOfMember(page, member)) : [page];

const askedSlot = (
  context: Context,
  { bookingId, eventTypeId = '', startAt = '', ...siblings }: Input<typeof availability.explainSlot>,
): Promise<AskedSlot> =>
  bookingId === undefined
    ? askedStart(context, { eventTypeId, startAt, ...siblings })
    : askedBooking(context, bookingId);

/** Each host, judged on the facts that a booking of this start would be judged on. */
async function judgedHosts({ sql, actor, now }: Context, asked: AskedSlot): Promise<HostFindings[]> {
  const { page, isArchived, startMs, booking } = asked;
  const pages = pagesOf(page);
  const hostIds = pages.map(({ host }) => host.id);
  const claims = await readClaimsOf(sql, hostIds, page, { startMs, endMs: startMs + 1 });
  const judged = pages.map((one) => {
    const own = claims.get(one.host.id) ?? [];
    const facts: HostFacts = { page: one, claims: own, isArchived, exceptBookingId: booking?.id, now };
    return judgeHost(facts, startMs);
  });
  const clashIds = judged.flatMap(clashesOf).map(({ bookingId }) => bookingId);
  const { workspaceId, userId: callerId } = actor;
  const away = judged.filter(isAway).map(({ facts }) => facts.page.host.id);
  const [bookings, timeOff] = await Promise.all([
    readNameable(sql, clashIds, { workspaceId, hostId: reachOf(actor) }),
    readVisibleTimeOff(sql, away, { workspaceId, callerId }),
  ]);
  return judged.map((one) => toHostFindings(one, { bookings, timeOff }));
}

/** Whether the event is offered where each of its hosts is judged: of a round robin one free member is enough. */
function isOffered(page: BookingPage, hosts: readonly HostFindings[]): boolean {
  const offers = (hostId: string) => hosts.some(({ host, offered }) => host.id === hostId && offered);
  if (!page.team) return offers(page.host.id);
  const { all, oneOf } = crewOf(page.team);
  if (all.length + oneOf.length === 0) return false;
  return all.every(({ host }) => offers(host.id)) && (oneOf.length === 0 || oneOf.some(({ host }) => offers(host.id)));
}

/** The findings against it, the first one first: of somebody who has to attend before those of one who takes turns. */
function refusalsOf(page: BookingPage, hosts: readonly HostFindings[]) {
  const needed = page.team ? crewOf(page.team).all.map(({ host }) => host.id) : [];
  const refusing = hosts.filter(({ offered }) => !offered);
  const first = refusing.find(({ host }) => needed.includes(host.id)) ?? refusing[0];
  return first?.findings.filter(({ passes }) => !passes) ?? [];
}

function summaryOf(page: BookingPage, offered: boolean, hosts: readonly HostFindings[], display: string): string {
  const what = `"${page.eventType.name}" is ${offered ? '' : 'not '}offered at ${display}.`;
  const free = hosts.filter((host) => host.offered).length;
  const ofTeam = page.team ? ` ${free} of ${hosts.length} members of the team can.` : '';
  // All of them: whoever mends the first alone would have to ask again.
  const why = offered
    ? ''
    : ` ${refusalsOf(page, hosts)
        .map(({ sentence }) => sentence)
        .join(' ')}`;
  return `${what}${ofTeam}${why}`.trim();
}

/** Who has a meeting and why, in a sentence. */
function hostInWords({ page, booking }: AskedSlot, assignment: Assignment | null): string | null {
  if (!booking) return null;
  if (assignment) return assignment.sentence;
  if (page.team?.assignment === 'collective') return 'Every member of the team attends: the event is collective.';
  return page.team
    ? `${booking.hostName} attends every meeting of the team.`
    : `"${page.eventType.name}" is an event type of ${booking.hostName}’s own.`;
}

/** The nearest starts that are offered, from the same reading as the public list. */
async function nearest({ sql, now }: Context, { page, startMs }: AskedSlot, timezone: string) {
  const snapshot = await readSnapshot(sql, await readAddress(sql, page.eventType.id), now);
  if (!snapshot) return [];
  return alternatives(snapshot, startMs, timezone, now).map(({ startUtc, endUtc, bookerLocal }) => ({
    startAt: startUtc,
    endAt: endUtc,
    local: bookerLocal,
  }));
}

export const explainSlot: Handler<typeof availability.explainSlot> = async (context, input) => {
  const asked = await askedSlot(context, input);
  const { page, startMs, endMs, booking } = asked;
  const hosts = await judgedHosts(context, asked);
  const assignment = booking ? await assignmentOf(context.sql, booking.id) : null;
  const timezone = input.timeZone ?? page.host.timezone ?? 'UTC';
  const stretch = stretchView(startMs, endMs, timezone);
  const offered = isOffered(page, hosts);
  return {
    offered,
    reason: offered ? null : (refusalsOf(page, hosts)[0]?.rule ?? 'no_schedule'),
    summary: hostInWords(asked, assignment) ?? summaryOf(page, offered, hosts, stretch.local.display),
    eventType: { id: page.eventType.id, name: page.eventType.name, slug: page.eventType.slug },
    ...stretch,
    hosts,
    assignment,
    alternatives: await nearest(context, asked, timezone),
  };
};
