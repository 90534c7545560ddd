import { resolveWhen, type WhenProblem } from '../../domain/time/wall-time.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { Disambiguation } from '../../schemas/shapes/when.ts';

/** The fields beside a `When` in an input (`whenFields` of schemas/shapes/when.ts). */
export interface WhenSiblings {
  readonly timeZone?: string | undefined;
  readonly disambiguation?: Disambiguation | undefined;
}

/**
 * The instant (milliseconds) of a `When` that passed its schema.
 * @param field its name, for the error
 * @throws AppError request.invalid for a local time without a zone; request.unprocessable (local_time_nonexistent,
 * local_time_ambiguous) with the times to choose from
 */
export const readWhen = (field: string, text: string, { timeZone, disambiguation }: WhenSiblings): number => {
  const resolved = resolveWhen(text, timeZone, disambiguation);
  if ('ms' in resolved) return resolved.ms;
  throw refusal(resolved, { field, text, timeZone });
};

interface Asked {
  readonly field: string;
  readonly text: string;
  readonly timeZone: string | undefined;
}

const refusal = (problem: WhenProblem, { field, text, timeZone }: Asked): AppError => {
  switch (problem.problem) {
    case 'zone_needed':
      return invalid([
        {
          path: 'timeZone',
          message: `is needed, because ${field} has no offset: send an IANA zone such as Europe/Berlin, or end ${field} with Z or an offset`,
        },
      ]);
    case 'nonexistent': {
      const { before, after } = problem;
      return new AppError(
        'request.unprocessable',
        `${field}: ${text} does not exist in ${timeZone}, where clocks go forward over it. Send ${after.local}, ${before.local} or another time.`,
        { reason: 'local_time_nonexistent', field, timeZone, alternatives: [after, before] },
      );
    }
    case 'ambiguous': {
      const alternatives = [
        { disambiguation: 'earlier', ...problem.earlier },
        { disambiguation: 'later', ...problem.later },
      ];
      return new AppError(
        'request.unprocessable',
        `${field}: ${text} comes twice in ${timeZone}, where clocks go back. Send disambiguation "earlier" (${problem.earlier.local}) or "later" (${problem.later.local}).`,
        { reason: 'local_time_ambiguous', field, timeZone, alternatives },
      );
    }
  }
};
