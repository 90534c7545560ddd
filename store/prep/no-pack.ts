import { liveStatuses } from '../../domain/booking/booking-states.ts';
import type { Queryable } from '../database.ts';

/** Why a meeting has no pack. */
export type NoPackReason = 'not_confirmed' | 'over' | 'event_type_off' | 'on_its_way' | 'before_packs';

/** Why a meeting without a pack has none, by its state, its event type and what is on its way. */
export async function readNoPackReason(sql: Queryable, bookingId: string): Promise<NoPackReason> {
  const [row] = await sql<{ reason: NoPackReason }[]>`
    select case
      when exists (select 1 from prep_packs p where p.booking_id = b.id) then 'on_its_way'
      when b.status = 'pending_confirmation' then 'not_confirmed'
      when b.status not in ${sql(liveStatuses)} or b.end_at <= clock_timestamp() then 'over'
      when not e.prep then 'event_type_off'
      when exists (select 1 from booking_changes c where c.booking_id = b.id and c.announced_at is null) then 'on_its_way'
      else 'before_packs' end as reason
    from bookings b join event_types e on e.id = b.event_type_id where b.id = ${bookingId}`;
  return row?.reason ?? 'before_packs';
}
