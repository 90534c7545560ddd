import { teamSlugOf } from '../../../domain/bookable/bookable-event.ts';
import type { AvailabilitySnapshot, BlockedTime } from '../../../store/bookable/availability-snapshot.ts';
import { readHostSnapshot } from '../../../store/bookable/bookable-events.ts';
import { readHostsSnapshot } from '../../../store/bookable/team-events.ts';
import type { BookedAddress } from '../../../store/booking/booked-address.ts';
import { readOtherHosts } from '../../../store/booking/booking-hosts.ts';
import type { Context } from '../../core/handler.ts';

/** A booking to move. */
export interface Movable {
  readonly id: string;
  readonly eventTypeId: string;
  readonly hostId: string;
  readonly startMs: number;
}

/** A booking to move, and the current address of its event. */
export interface Move {
  readonly booking: Movable;
  readonly address: BookedAddress;
}

/**
 * Reads the snapshot for a move: the booking does not block itself. It keeps its hosts, who must all be free, even if the event is
 * archived or has another host.
 * @returns undefined if a host has left the workspace
 */
export async function snapshotForMove(
  context: Pick<Context, 'sql' | 'bookableEvents' | 'now'>,
  move: Move,
): Promise<AvailabilitySnapshot | undefined> {
  const snapshot = await snapshotOf(context, move);
  return snapshot && without(snapshot, move.booking);
}

async function snapshotOf(
  { sql, bookableEvents, now }: Pick<Context, 'sql' | 'bookableEvents' | 'now'>,
  { booking, address }: Move,
): Promise<AvailabilitySnapshot | undefined> {
  if (teamSlugOf(address.username) !== null) {
    const others = await readOtherHosts(sql, booking.id);
    const hosts = [booking.hostId, ...others.map(({ userId }) => userId)];
    return readHostsSnapshot(sql, booking.eventTypeId, hosts, now);
  }
  return address.isOpen ? bookableEvents.find(address, now) : readHostSnapshot(sql, booking, now);
}

/** Returns the snapshot without a booking's time blocks. It has another version, because answers are cached by version. */
function without(snapshot: AvailabilitySnapshot, { id, startMs }: Movable): AvailabilitySnapshot {
  const others = (blocked: readonly BlockedTime[]) => blocked.filter((block) => block.bookingId !== id);
  return {
    ...snapshot,
    version: `${snapshot.version}/without/${id}/${startMs}`,
    ownStartMs: startMs,
    blocked: others(snapshot.blocked),
    memberBlocked: new Map([...snapshot.memberBlocked].map(([hostId, blocked]) => [hostId, others(blocked)])),
  };
}
