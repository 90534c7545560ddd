import { hasFacts } from '../../domain/prep/look-up-gaps.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import type { Queryable } from '../database.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';
import { type PaidFacts, readPaidFacts } from './domain-lookups.ts';

/** The facts that decide about a look-up, in addition to credits and earlier ones. */
export interface LookUpAim {
  readonly workspaceId: string;
  /** null: a personal address, whose domain says nothing. */
  readonly domain: string | null;
  /** null: look-ups are on. */
  readonly offBy: OffBy | null;
}

/** Of an enrichment's row. */
interface Standing {
  /** How old facts may be that the look-up uses; PostgreSQL's interval. */
  readonly freshFor: string;
  readonly retries: number;
  readonly facts: DomainFacts | null;
  readonly isStale: boolean;
}

/** The outcome for a look-up that is due. */
type LookUpPlan =
  | { readonly plan: 'off' }
  | { readonly plan: 'no company' }
  /** The workspace's own facts are fresh. */
  | { readonly plan: 'paid for'; readonly paid: PaidFacts }
  /** A further try for a part, which the workspace would pay for twice by now. */
  | { readonly plan: 'keep' }
  | { readonly plan: 'look up'; readonly isFree: boolean };

/** The one rule for flows, which follow it, and for callers, who see it before. */
export async function planLookUp(sql: Queryable, row: Standing, aim: LookUpAim): Promise<LookUpPlan> {
  const { workspaceId, domain, offBy } = aim;
  if (offBy) return { plan: 'off' };
  if (domain === null) return { plan: 'no company' };
  const paid = await readPaidFacts(sql, { workspaceId, domain, within: row.freshFor });
  if (paid?.isValid && !paid.isWorthMending) return { plan: 'paid for', paid };
  if (paid) return { plan: 'look up', isFree: true };
  const isFurtherTry = row.retries > 0 && row.facts !== null && hasFacts(row.facts) && !row.isStale;
  return isFurtherTry ? { plan: 'keep' } : { plan: 'look up', isFree: false };
}

/** The setting that turned the look-ups of a booking off. `installation`: ENRICHMENT=off. */
export type OffBy = 'installation' | 'test_key' | 'workspace_inactive' | 'workspace' | 'event_type';

/** A look-up that shall not be. */
export interface LookUpsOff {
  readonly off: OffBy;
}

/** The facts that decide whether a guest's company may be looked up. */
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
