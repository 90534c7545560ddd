import { type Ending, fateOf, WAYS_OUT } from '../../domain/access/ways-out.ts';
import type { WayOut } from '../../schemas/shapes/ways-out.ts';
import type { Transaction } from '../database.ts';
import type { EndedBy } from './log-ending.ts';
import { lockReach, type Reach, withKeys } from './reach.ts';
import { type EndedThing, EXECUTORS } from './ways-out-rows.ts';

export interface EndWaysOut {
  /** A deleted workspace ends by its erasure, not by rows of its people. */
  readonly ending: Exclude<Ending, 'workspaceDeleted'>;
  readonly reach: Reach;
  readonly by: EndedBy;
  /** Written to all rows that end together, so that a repeat finds them; undefined: the database's clock. */
  readonly at?: Date;
  /** Ends those of the ways that the table leaves to the caller (`asked`), too. */
  readonly alsoAsked?: boolean;
}

/** What ended, by way; ways of which nothing was left are missing. */
export type EndedThings = Readonly<Partial<Record<WayOut, readonly EndedThing[]>>>;

/**
 * Ends what the table says for this ending: of a key, a member or an account. Locks the workspaces first. A repeat ends nothing more.
 * Calendars lock their person: a caller who also locks event types does that before.
 */
export async function endWaysOut(
  tx: Transaction,
  { ending, reach, by, at, alsoAsked }: EndWaysOut,
): Promise<EndedThings> {
  await lockReach(tx, reach);
  const reached = await withKeys(tx, reach);
  const ended: Partial<Record<WayOut, readonly EndedThing[]>> = {};
  for (const way of WAYS_OUT) {
    const executor = EXECUTORS[way];
    const fate = fateOf(ending, way);
    if (executor.by !== 'rows' || fate === 'kept' || (fate === 'asked' && !alsoAsked)) continue;
    const things = await executor.end(tx, reached, { at: at ?? null, by });
    if (things.length > 0) ended[way] = things;
  }
  return ended;
}
