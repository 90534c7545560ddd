import { isLeftOut, isMakeable, type Planned } from '../../../domain/event-types/imports/plan.ts';
import { DAY_MS, formatDate } from '../../../domain/time/civil.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import { type imports, MOST_ENTRIES } from '../../../schemas/operations/workspaces/imports.ts';
import { withoutHidden } from '../../../schemas/shapes/hidden-characters.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { requireHost } from '../../core/require-access.ts';
import { makeEntries, tryEntries } from './imports/make-entries.ts';
import { readExport } from './imports/read-export.ts';

type Answer = Output<typeof imports.importSettings>;

/** Every entry of the export is in the answer. A repeated call finds what it made. */
export const importSettings: Handler<typeof imports.importSettings> = async (context, input) => {
  const hostId = await requireHost(context, input.hostUserId, 'event types');
  const { planned, unknown } = readExport(parse(input.export), formatDate(Math.floor(context.now / DAY_MS)));
  if (planned.length === 0) throw nothingFound();
  if (planned.length > MOST_ENTRIES) throw tooMany(planned.length);
  const items = await outcomes(context, hostId, planned, input.dryRun);
  const made = items.filter(({ outcome }) => outcome === 'made' || outcome === 'would_make').length;
  return { dryRun: input.dryRun, made, items, unknownEntries: unknown, message: inWords(items, input.dryRun) };
};

async function outcomes(
  context: ActingContext<typeof imports.importSettings>,
  hostId: string,
  planned: readonly Planned[],
  dryRun: boolean,
): Promise<Answer['items']> {
  const found = planned.filter(isMakeable);
  const results = await (dryRun ? tryEntries : makeEntries)(context, hostId, found);
  return planned.map((one) => {
    const about = { kind: one.kind, name: withoutHidden(one.name), sourceId: one.sourceId };
    if (isLeftOut(one)) return { ...about, outcome: 'skipped', id: null, why: one.why, notes: [] };
    const { outcome, id, why, notes } = results.get(one) ?? { outcome: 'skipped', id: null, why: null, notes: [] };
    return { ...about, outcome, id, why, notes: few([...one.notes, ...notes]) };
  });
}

const [MOST_NOTES, LONGEST_NOTE] = [30, 300];

/** An entry can have thousands of parts that have no place here. */
function few(notes: readonly string[]): string[] {
  const shown = notes
    .slice(0, MOST_NOTES)
    .map((note) => (note.length > LONGEST_NOTE ? `${note.slice(0, LONGEST_NOTE)}…` : note));
  return notes.length > MOST_NOTES ? [...shown, `And ${notes.length - MOST_NOTES} more notes.`] : shown;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: 'export', message: 'must be JSON: the text of an answer of the API, whole' }]);
  }
}

const nothingFound = (): AppError =>
  new AppError(
    'request.unprocessable',
    'export has no event types and no hours. Send an answer of Cal.com (GET /v2/event-types, /v2/schedules) or of Calendly (GET /event_types, /user_availability_schedules).',
    { reason: 'import_empty', field: 'export' },
  );

const tooMany = (count: number): AppError =>
  new AppError('request.unprocessable', `export has ${count} entries; send at most ${MOST_ENTRIES} in one call.`, {
    ...{ reason: 'too_many_entries', field: 'export', max: MOST_ENTRIES },
  });

function inWords(items: Answer['items'], dryRun: boolean): string {
  const count = (...outcomes: readonly string[]) => items.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const made = count('made', 'would_make');
  const first = dryRun ? `${made} of ${items.length} would be made.` : `${made} of ${items.length} were made.`;
  const [exist, skipped] = [count('exists'), count('skipped')];
  return [
    first,
    ...(exist > 0 ? [`${exist} exist already and stay as they are.`] : []),
    ...(skipped > 0 ? [`${skipped} were skipped: why says the reason.`] : []),
  ].join(' ');
}
