import type { Queryable } from '../database.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';

/** What turned the look-ups of a booking off. `installation`: ENRICHMENT=off. */
export type OffBy = 'installation' | 'test_key' | 'workspace_inactive' | 'workspace' | 'event_type';

/** A look-up that shall not be. */
export interface LookUpsOff {
  readonly off: OffBy;
}

/** What decides whether a guest's company may be looked up. */
export interface LookUpRules {
  readonly workspaceId: string;
  readonly guestEmail: string;
  /** A setting of the workspace, its plan or the event type wants none, or a test key made the booking; null: they may be. */
  readonly offBy: Exclude<OffBy, 'installation'> | null;
}

/** @param isOffHere ENRICHMENT=off @returns null: the company may be looked up */
export const offByOf = ({ offBy }: LookUpRules, isOffHere: boolean): OffBy | null =>
  offBy ?? (isOffHere ? 'installation' : null);

/** undefined: no such meeting. */
export async function readLookUpRules(sql: Queryable, bookingId: string): Promise<LookUpRules | undefined> {
  const [row] = await sql<LookUpRules[]>`
    select b.workspace_id as "workspaceId", b.guest_email::text as "guestEmail",
      case when b.test_mode then 'test_key' when ${isLockedIn(sql)} then 'workspace_inactive'
        when not w.prep_lookups then 'workspace' when not e.prep then 'event_type' end as "offBy"
    from bookings b join event_types e on e.id = b.event_type_id join workspaces w on w.id = b.workspace_id
    where b.id = ${bookingId}`;
  return row;
}
