import type { Interval } from '../../domain/slots/types.ts';
import { type ReadWords, readTimeWords, type Understood } from '../../domain/time/words/read.ts';
import { AppError, invalid } from '../../schemas/errors.ts';

interface Asked {
  readonly when?: string | undefined;
  /** what `when` stands for; it is one or the other */
  readonly instead: Readonly<Record<string, unknown>>;
}

/**
 * The windows that a field `when` asks for; undefined without it.
 * @param timezone IANA, in which its words are meant
 * @throws AppError request.invalid beside a field that it stands for; request.unprocessable (when_unclear with alternatives, when_over)
 */
export async function readWords(
  { when, instead }: Asked,
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
  throw refusal(when, read);
}

/** The parts of windows that lie inside one of them. */
export const inside = (windows: readonly Interval[], { startMs, endMs }: Interval): Interval[] =>
  windows
    .map((window) => ({ startMs: Math.max(window.startMs, startMs), endMs: Math.min(window.endMs, endMs) }))
    .filter((window) => window.startMs < window.endMs);

function refusal(when: string, read: Exclude<ReadWords, { understood: Understood }>): AppError {
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
