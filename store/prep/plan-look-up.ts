import { hasFacts } from '../../domain/prep/look-up-gaps.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import type { Queryable } from '../database.ts';
import { type PaidFacts, readPaidFacts } from './domain-lookups.ts';
import type { OffBy } from './look-up-rules.ts';

/** What decides about a look-up, besides credits and earlier ones. */
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

/** What becomes of a look-up that is due. */
export type LookUpPlan =
  | { readonly plan: 'off' }
  | { readonly plan: 'no company' }
  /** The workspace's own facts are fresh. */
  | { readonly plan: 'paid for'; readonly paid: PaidFacts }
  /** A further try for a part, which the workspace would pay for twice by now. */
  | { readonly plan: 'keep' }
  | { readonly plan: 'look up'; readonly isFree: boolean };

/** The one rule for flows, which do it, and for callers, who are told before. */
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
