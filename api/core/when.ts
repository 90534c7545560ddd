import type { Interval } from '../../domain/slots/types.ts';
import { resolveWhen, type WhenProblem } from '../../domain/time/wall-time.ts';
import { type ReadWords, readTimeWords, type Understood } from '../../domain/time/words/read.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { Disambiguation } from '../../schemas/shapes/when.ts';

/** The fields of a `When` in an input (`whenFields` of schemas/shapes/when.ts). */
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
  throw localTimeError(resolved, { field, text, timeZone });
};

interface Asked {
  readonly field: string;
  readonly text: string;
  readonly timeZone: string | undefined;
}

const localTimeError = (problem: WhenProblem, { field, text, timeZone }: Asked): AppError => {
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

interface AskedInWords {
  readonly when?: string | undefined;
  /** what `when` stands for; it is one or the other */
  readonly instead: Readonly<Record<string, unknown>>;
}

/**
 * The windows that a field `when` asks for; undefined without it.
 * @param timezone IANA, in which its words are meant
 * @throws AppError request.invalid together with a field that it replaces; request.unprocessable (when_unclear with alternatives, when_over)
 */
export async function readWords(
  { when, instead }: AskedInWords,
  timezone: string,
  now: number,
): Promise<Understood | undefined> {
  if (when === undefined) return undefined;
  const double = Object.keys(instead).filter((field) => instead[field] !== undefined);
  if (double.length > 0)
    throw invalid([{ path: 'when', message: `cannot be combined with ${double.join(', ')}: send one of them` }]);
  // Loaded at the first use: few callers need its dictionaries.
  const { readDates } = await import('./read-dates.ts');
  const read = readTimeWords(when, { timezone, now, readDates });
  if ('understood' in read) return read.understood;
  throw wordsError(when, read);
}

/** The parts of windows that lie inside one of them. */
export const inside = (windows: readonly Interval[], { startMs, endMs }: Interval): Interval[] =>
  windows
    .map((window) => ({ startMs: Math.max(window.startMs, startMs), endMs: Math.min(window.endMs, endMs) }))
    .filter((window) => window.startMs < window.endMs);

function wordsError(when: string, read: Exclude<ReadWords, { understood: Understood }>): AppError {
  switch (read.problem) {
    case 'unclear': {
      const meanings = read.candidates.map(({ text }) => text).join(' or ');
      return unprocessable(
        'when_unclear',
        `“${when}” may mean ${meanings}. Send the \`when\` of one of details.alternatives.`,
        { alternatives: read.candidates },
      );
    }
    case 'not_understood':
      return unprocessable(
        'when_unclear',
        `“${read.words}” was not understood. Send a day or period in English, such as "next Tuesday at 14:00", "tomorrow afternoon", "mornings next week" or "2026-12-03 after 15:00", with the zone in its own field; or send dates in the other fields.`,
        { notUnderstood: read.words, alternatives: [] },
      );
    case 'over':
      return unprocessable('when_over', `“${when}” is over: it was read as ${read.text}. Send a later time.`, {
        understood: read.text,
      });
  }
}

const unprocessable = (reason: string, message: string, details: Record<string, unknown>): AppError =>
  new AppError('request.unprocessable', `when: ${message}`, { reason, field: 'when', ...details });
