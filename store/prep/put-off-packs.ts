import type { Queryable } from '../database.ts';

/** While so many first packs were put off within this time, those put off rest: bookings have the machine (docs/decisions/prep.md#flow-and-queue). */
export const RUSH = { packs: 10, withinMs: 15_000 } as const;

/** A rush that does not end, be it of one workspace alone: they rest no longer than this. */
const MOST_REST = '3 minutes';

/** So many of those that were put off are made at once, by all workers. */
export const PUT_OFF_AT_ONCE = 4;

/** The lot of the sweep that has them. */
export const PUT_OFF_LOT = 'prepPackPutOff';

/** Of `prep_packs`: its first pack waits for its turn. Its flow has not looked at it yet. */
export const isPutOffRow = (sql: Queryable) => sql`(starts_at is not null and next_look_at is null)`;

/** Those that have rested, as rows of the sweep. */
export const restedPacks = (sql: Queryable) => sql`
  select ${PUT_OFF_LOT} as lot, booking_id as id, workspace_id, greatest(inputs_changed_at, starts_at) as since from prep_packs
    where ${isPutOffRow(sql)} and made_version < inputs_version and ended_at is null
      and (starts_at < now() - ${MOST_REST}::interval or not ${isRush(sql)})`;

const isRush = (sql: Queryable) => sql`
  (select count(*) >= ${RUSH.packs} from (select 1 from prep_packs
    where starts_at > now() - ${RUSH.withinMs} * interval '1 millisecond' and next_look_at is null and ended_at is null
    limit ${RUSH.packs}) lately)`;

/** Whether the flow of a pack was put off, and has not begun. */
export async function isPutOff(sql: Queryable, bookingId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from prep_packs where booking_id = ${bookingId} and ${isPutOffRow(sql)} and ended_at is null`;
  return rows.length > 0;
}
