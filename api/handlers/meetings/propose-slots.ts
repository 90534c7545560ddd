import { whyNotReschedule } from '../../../domain/booking/booking-states.ts';
import { spreadStarts } from '../../../domain/slots/spread.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { bookerZone } from '../../../domain/slots-answer/slots-answer.ts';
import { DAY_MS, MINUTE_MS } from '../../../domain/time/civil.ts';
import { isoInstant, slotRenderer } from '../../../domain/time/local.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { Input, Output } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import { readBookedAddress } from '../../../store/booking/booked-address.ts';
import { readMirrorAges } from '../../../store/calendars/clashes.ts';
import type { Handler } from '../../core/handler.ts';
import { refusal } from '../../core/refusals.ts';
import { inside, readWhen, readWords } from '../../core/when.ts';
import type { BookableEvents } from '../bookable/bookable-events.ts';
import { nextOpenStart, openStarts, openStartsIn } from '../bookable/open-times.ts';
import { snapshotForMove } from '../bookable/snapshot-for-move.ts';
import { requireBookableEvent } from './create-for-host.ts';
import { type HostContext, requireMeeting } from './host-meeting.ts';

const DEFAULT_DAYS = 14;

type Snapshot = Awaited<ReturnType<BookableEvents['find']>>;

/** Lists the open starts of windows, from now on. */
const startsIn = (snapshot: Snapshot, windows: readonly Interval[], now: number): number[] =>
  openStartsIn(snapshot, now, inside(windows, { startMs: now, endMs: Number.POSITIVE_INFINITY }));

/** Lists the open starts from which to propose. Without `to` they are of 14 days from the first open start, however far ahead it is. */
function proposedStarts(
  snapshot: Snapshot,
  asked: { readonly from: number | undefined; readonly to: number | undefined },
  now: number,
): number[] {
  const fromMs = Math.max(asked.from ?? now, now);
  const startMs = asked.to === undefined ? nextOpenStart(snapshot, now, fromMs) : fromMs;
  if (startMs === null) return [];
  const endMs = asked.to ?? startMs + DEFAULT_DAYS * DAY_MS;
  return endMs <= startMs ? [] : openStarts(snapshot, now, { startMs, endMs });
}

type Proposal = Input<typeof meetings.proposeSlots>;

export const proposeSlots: Handler<typeof meetings.proposeSlots> = async (context, input) => {
  const { limit } = input;
  const asked = { from: instantOf('from', input), to: instantOf('to', input) };
  if (asked.from !== undefined && asked.to !== undefined && asked.from >= asked.to) {
    throw invalid([{ path: 'to', message: 'must be later than from' }]);
  }
  const { eventTypeId, snapshot } = await whatToOpen(context, input);
  const { timezone } = bookerZone(input.timeZone, snapshot.event);
  const { when, from, to } = input;
  const understood = await readWords({ when, instead: { from, to } }, timezone, context.now);
  const open = understood
    ? startsIn(snapshot, understood.windows, context.now)
    : proposedStarts(snapshot, asked, context.now);
  const starts = spreadStarts(open, limit, timezone);
  const render = slotRenderer(timezone);
  const slotAt = (startMs: number): Slot => {
    const endMs = startMs + snapshot.event.rules.durationMinutes * MINUTE_MS;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), local: render(startMs, endMs) };
  };
  const slots = starts.map(slotAt);
  const calendarsAsOf = await mirrorAge(context, snapshot);
  const fromMs = Math.max(asked.from ?? understood?.windows[0]?.startMs ?? context.now, context.now);
  return {
    ...{ eventTypeId, slots, count: slots.length },
    ...(slots.length === 0
      ? whyEmpty(nextOpenStart(snapshot, context.now, fromMs), slotAt, understood !== undefined)
      : {}),
    ...(understood && { understood: understood.text }),
    calendarsAsOf,
  };
};

type Slot = Output<typeof meetings.proposeSlots>['slots'][number];

/** Returns advice for a period in which nothing is open. */
function whyEmpty(nextMs: number | null, slotAt: (startMs: number) => Slot, isInWords: boolean) {
  if (nextMs === null)
    return {
      why: 'No start is open from then on, as far ahead as this event can be booked. explain_slot says why for one start.',
      next: null,
    };
  const next = slotAt(nextMs);
  const more = isInWords ? 'say a later `when`' : 'widen `to` beyond it';
  return { why: `No start is open in that period. The next is ${next.local.display}: ${more}.`, next };
}

/** Since when all calendars that count are known; null: none counts, or one was not read yet. */
async function mirrorAge({ sql }: HostContext, { event }: AvailabilitySnapshot): Promise<string | null> {
  const hosts = event.team ? event.team.members.map(({ host }) => host) : [event.host];
  const ids = hosts.filter(({ calendar }) => calendar === 'working').map(({ id }) => id);
  const ages = await readMirrorAges(sql, ids);
  const known = ids.map((id) => ages.get(id)?.getTime() ?? 0);
  return known.length === 0 || known.includes(0) ? null : new Date(Math.min(...known)).toISOString();
}

/** An event, or a meeting that moves: it keeps its hosts, and does not block itself. */
async function whatToOpen(context: HostContext, { eventTypeId, bookingId }: Proposal) {
  if (eventTypeId !== undefined && bookingId === undefined) {
    const { address } = await requireBookableEvent(context, eventTypeId);
    return { eventTypeId, snapshot: await context.bookableEvents.find(address, context.now) };
  }
  if (eventTypeId !== undefined || bookingId === undefined)
    throw invalid([{ path: 'eventTypeId', message: 'is required, or bookingId to move a meeting; not both' }]);
  const { booking } = await requireMeeting(context, bookingId);
  const why = whyNotReschedule(booking, context.now);
  if (why !== null) throw refusal(why);
  const move = { booking, address: await readBookedAddress(context.sql, booking) };
  const snapshot = await snapshotForMove(context, move);
  if (!snapshot) throw refusal('host_left');
  return { eventTypeId: booking.eventTypeId, snapshot };
}

const instantOf = (field: 'from' | 'to', input: Proposal): number | undefined => {
  const text = input[field];
  return text === undefined ? undefined : readWhen(field, text, input);
};
