import type { Refusal } from '../../../store/refusal.ts';

/** The result of a store function. @throws Error with the properties of a refusal */
export function granted<O extends object>(outcome: O): Exclude<O, Refusal> {
  if ('refused' in outcome) throw Object.assign(new Error(`refused: ${String(outcome.refused)}`), outcome);
  return outcome as Exclude<O, Refusal>;
}
