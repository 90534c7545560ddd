/** What happens to a leaving member's meetings: another host, or a cancel with notice. */
export type HandOver = { readonly to: string } | { readonly cancel: true; readonly reason: string | null };

/** A meeting that the new host has no time for. taken: they have another; time_off: they are away; calendar: their calendar has something. */
export interface HandOverConflict {
  readonly bookingId: string;
  readonly startAt: string;
  readonly reason: 'taken' | 'time_off' | 'calendar';
}

export type RemovalEnd = 'removed' | 'stopped';

/** Where a removal stands after a step: ids and counts only, as histories keep it. */
export type RemovalStep =
  | { readonly stage: 'going'; readonly settled: string | null }
  | { readonly stage: 'over'; readonly end: RemovalEnd };
