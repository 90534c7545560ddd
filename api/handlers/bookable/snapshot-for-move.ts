import type { Sql } from 'postgres';
import type { AvailabilitySnapshot, ClaimedTime } from '../../../store/bookable/availability-snapshot.ts';
import { readHostsSnapshot } from '../../../store/bookable/team-events.ts';
import { readOtherHosts } from '../../../store/booking/booking-hosts.ts';

/** A booking to move. */
export interface Movable {
  readonly id: string;
  readonly eventTypeId: string;
  readonly hostId: string;
  readonly startMs: number;
}

/** The snapshot for a move: a booking does not block itself. A team booking keeps its hosts; all must be free. */
export async function snapshotForMove(
  sql: Sql,
  snapshot: AvailabilitySnapshot,
  booking: Movable,
  now: number,
): Promise<AvailabilitySnapshot> {
  if (!snapshot.event.team) return without(snapshot, booking);
  const others = await readOtherHosts(sql, booking.id);
  const hosts = [booking.hostId, ...others.map(({ userId }) => userId)];
  return without((await readHostsSnapshot(sql, booking.eventTypeId, hosts, now)) ?? snapshot, booking);
}

/** The snapshot without a booking's own claims. Its own version, because answers are cached by version. */
function without(snapshot: AvailabilitySnapshot, { id, startMs }: Movable): AvailabilitySnapshot {
  const others = (claims: readonly ClaimedTime[]) => claims.filter((claim) => claim.bookingId !== id);
  return {
    ...snapshot,
    version: `${snapshot.version}/without/${id}/${startMs}`,
    ownStartMs: startMs,
    claims: others(snapshot.claims),
    memberClaims: new Map([...snapshot.memberClaims].map(([hostId, claims]) => [hostId, others(claims)])),
  };
}
