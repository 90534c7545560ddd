import type { Sql } from 'postgres';
import { readOtherHosts } from '../../store/booking-hosts.ts';
import type { PageSnapshot } from '../../store/page-snapshot.ts';
import { readCrewSnapshot } from '../../store/team-pages.ts';

/** A booking that is to move. */
export interface Movable {
  readonly id: string;
  readonly eventTypeId: string;
  readonly hostId: string;
}

/** Of a team's page the part that a booking can move in: its hosts stay, and all of them have to be free. */
export async function snapshotForMove(
  sql: Sql,
  snapshot: PageSnapshot,
  { id, eventTypeId, hostId }: Movable,
  now: number,
): Promise<PageSnapshot> {
  if (!snapshot.page.team) return snapshot;
  const others = await readOtherHosts(sql, id);
  const hosts = [hostId, ...others.map(({ userId }) => userId)];
  return (await readCrewSnapshot(sql, eventTypeId, hosts, now)) ?? snapshot;
}
