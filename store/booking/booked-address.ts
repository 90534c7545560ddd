import { type EventAddress, eventTypeAt } from '../bookable/bookable-events.ts';
import { FORMER_HOST } from '../bookable/event-rows.ts';
import type { Queryable } from '../database.ts';
import type { Booking } from './bookings.ts';

/** Where the event of a booking is now. */
export interface BookedAddress extends EventAddress {
  /** False if the address lists no times for this booking: its event is archived, or has another host. */
  readonly isOpen: boolean;
}

type Booked = Pick<Booking, 'eventTypeId' | 'hostId' | 'workspaceId'>;

/** The address of a booking's event. If its host has left, that of the booking's host, else with `FORMER_HOST`. */
export async function readBookedAddress(sql: Queryable, { eventTypeId, hostId }: Booked): Promise<BookedAddress> {
  const [row] = await sql<BookedAddress[]>`
    select w.slug as workspace, coalesce('team/' || t.slug, m.username, bm.username, ${FORMER_HOST}) as username,
      e.slug as "eventSlug", e.archived_at is null and (e.team_id is not null or e.host_id = ${hostId}) as "isOpen"
    from event_types e
    join workspaces w on w.id = e.workspace_id
    left join memberships m on m.workspace_id = w.id and m.user_id = e.host_id
    left join memberships bm on bm.workspace_id = w.id and bm.user_id = ${hostId}
    left join teams t on t.id = e.team_id
    where e.id = ${eventTypeId}`;
  if (!row) throw new Error(`event type ${eventTypeId} does not exist`);
  return row;
}

/**
 * Returns whether an address can be the one at which a guest booked, although it is not the event's current address: no event is there
 * any more, and the workspace has, or had, that slug. Addresses end with their event, host or team; bookings do not.
 */
export async function wasBookedAt(sql: Queryable, { workspaceId }: Booked, address: EventAddress): Promise<boolean> {
  const [row] = await sql`
    select 1 from workspace_slugs
    where slug = ${address.workspace} and workspace_id = ${workspaceId} and not exists (${eventTypeAt(sql, address)})`;
  return row !== undefined;
}
