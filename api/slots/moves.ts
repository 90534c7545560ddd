import type { Sql } from 'postgres';
import { readOtherHosts } from '../../store/booking-hosts.ts';
import type { ClaimedTime, PageSnapshot } from '../../store/page-snapshot.ts';
import { readCrewSnapshot } from '../../store/team-pages.ts';

/** A booking that is to move. */
export interface Movable {
  readonly id: string;
  readonly eventTypeId: string;
  readonly hostId: string;
}

/** What a booking can move to: its own time does not stand in its way. Of a team's page its hosts stay, and all of them have to be free. */
export async function snapshotForMove(
  sql: Sql,
  snapshot: PageSnapshot,
  { id, eventTypeId, hostId }: Movable,
  now: number,
): Promise<PageSnapshot> {
  if (!snapshot.page.team) return without(snapshot, id);
  const others = await readOtherHosts(sql, id);
  const hosts = [hostId, ...others.map(({ userId }) => userId)];
  return without((await readCrewSnapshot(sql, eventTypeId, hosts, now)) ?? snapshot, id);
}

/** The same snapshot without a booking's own claims, under a version of its own: answers are kept by it. */
function without(snapshot: PageSnapshot, bookingId: string): PageSnapshot {
  const others = (claims: readonly ClaimedTime[]) => claims.filter((claim) => claim.bookingId !== bookingId);
  return {
    ...snapshot,
    version: `${snapshot.version}/without/${bookingId}`,
    claims: others(snapshot.claims),
    memberClaims: new Map([...snapshot.memberClaims].map(([hostId, claims]) => [hostId, others(claims)])),
  };
}
