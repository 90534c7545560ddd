import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';

/** A pack that is made next, and a look-up that the rules did not allow, as rows. */
export async function storeSkippedLookUp(sql: Sql, bookingId: string): Promise<void> {
  await sql`
    insert into prep_packs (booking_id, workspace_id, revision) select id, workspace_id, 1 from bookings where id = ${bookingId}`;
  await sql`
    insert into enrichments (id, booking_id, workspace_id, status, email_class)
    select ${uuidv7()}, id, workspace_id, 'skipped_off', 'business' from bookings where id = ${bookingId}`;
}
