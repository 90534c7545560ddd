import type { AppError } from '../../schemas/errors.ts';
import type { Refusal } from '../../store/refusal.ts';

const isRefusal = <O extends object>(outcome: O): outcome is Extract<O, Refusal> => 'refused' in outcome;

/**
 * The result of a store function.
 * @param toError the error for a refusal
 * @throws AppError the result of `toError`
 */
export function unlessRefused<O extends object>(
  outcome: O,
  toError: (refusal: Extract<O, Refusal>) => AppError,
): Exclude<O, Refusal> {
  if (isRefusal(outcome)) throw toError(outcome);
  return outcome as Exclude<O, Refusal>;
}
