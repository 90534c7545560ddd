import type { WayOut } from '../../schemas/shapes/ways-out.ts';

/** Things of one way out. Names are hosts; the count is complete. */
export interface Things {
  readonly count: number;
  readonly names: readonly string[];
}

export type ThingsByWay = Readonly<Partial<Record<WayOut, Things>>>;

/** What ended when a person took a workspace over, and what the agent set up there that stays. */
export interface TakeOverOutcome {
  readonly ended: ThingsByWay;
  readonly kept: ThingsByWay;
}

export const NOTHING_CHANGED: TakeOverOutcome = { ended: {}, kept: {} };
