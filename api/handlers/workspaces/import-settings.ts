import { CONCURRENCY } from '../../../domain/concurrency.ts';
import { isLeftOut, isMakeable, type Planned } from '../../../domain/event-types/imports/plan.ts';
import { atWorkingPlace } from '../../../domain/event-types/imports/stand-in-place.ts';
import { DAY_MS, formatDate } from '../../../domain/time/civil.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';
import type { Input, Output } from '../../../schemas/operation.ts';
import { type imports, MOST_ENTRIES } from '../../../schemas/operations/workspaces/imports.ts';
import { withoutHidden } from '../../../schemas/shapes/hidden-characters.ts';
import { requireHost } from '../../core/access.ts';
import { ConcurrencyLimiter } from '../../core/concurrency.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { hostPlaces } from './imports/host-places.ts';
import { makeEntries, tryEntries } from './imports/make-entries.ts';
import { BEYOND, readAccount } from './imports/read-account.ts';
import { type ReadExport, readExport } from './imports/read-export.ts';

type Answer = Output<typeof imports.importSettings>;
type Acting = ActingContext<typeof imports.importSettings>;
type Given = Input<typeof imports.importSettings>;

const accountImports = new ConcurrencyLimiter(CONCURRENCY.accountImports);

/** Every entry of the export, or of the account, is in the answer. A repeated call finds what it made. */
export const importSettings: Handler<typeof imports.importSettings> = async (context, input) => {
  const hostId = await requireHost(context, input.hostUserId, 'event types');
  const source = sourceOf(input);
  if ('export' in source) {
    const read = readExport(parse(source.export), dayOf(context));
    if (read.planned.length === 0) throw nothingFound();
    if (read.planned.length > MOST_ENTRIES) throw tooMany(read.planned.length);
    return answerTo(context, hostId, read, input.dryRun);
  }
  const permit = accountImports.acquire(context.actor.workspaceId);
  const release = await (context.caller.sleep?.during(permit) ?? permit);
  try {
    const { isCut, ...account } = await readAccount(context, source.service, source.apiKey);
    const read = readExport(account, dayOf(context));
    const planned = isCut ? [...read.planned, BEYOND] : read.planned;
    return await answerTo(context, hostId, { ...read, planned }, input.dryRun);
  } finally {
    release();
  }
};

const dayOf = ({ now }: Acting): string => formatDate(Math.floor(now / DAY_MS));

/** @throws AppError request.invalid: not exactly one way, or a half of the second */
function sourceOf({ export: text, service, apiKey }: Given) {
  const problem = (path: string, message: string) => invalid([{ path, message }]);
  if (text !== undefined) {
    const other = apiKey === undefined ? 'service' : 'apiKey';
    if (apiKey !== undefined || service !== undefined)
      throw problem(other, `send export, or service with apiKey, but not both: leave out ${other} or export`);
    return { export: text };
  }
  if (service === undefined && apiKey === undefined)
    throw problem('export', 'send export, or service with apiKey: one of the two ways is needed');
  if (service === undefined) throw problem('service', 'is needed with apiKey: cal.com or calendly');
  if (apiKey === undefined) throw problem('apiKey', 'is needed with service: a key of that service');
  return { service, apiKey };
}

async function answerTo(
  context: Acting,
  hostId: string,
  { planned, unknown }: ReadExport,
  dryRun: boolean,
): Promise<Answer> {
  const items = await outcomes(context, hostId, planned, dryRun);
  const made = items.filter(({ outcome }) => outcome === 'made' || outcome === 'would_make').length;
  return { dryRun, made, items, unknownEntries: unknown, message: inWords(items, dryRun) };
}

async function outcomes(
  context: Acting,
  hostId: string,
  planned: readonly Planned[],
  dryRun: boolean,
): Promise<Answer['items']> {
  const places = await hostPlaces(context, hostId);
  const all = planned.map((one) => ('input' in one ? atWorkingPlace(one, places) : one));
  const found = all.filter(isMakeable);
  const results = await (dryRun ? tryEntries : makeEntries)(context, hostId, found);
  return all.map((one) => {
    const about = { kind: one.kind, name: withoutHidden(one.name), sourceId: one.sourceId };
    if (isLeftOut(one)) return { ...about, outcome: 'skipped', id: null, why: one.why, notes: [] };
    const { outcome, id, why, notes } = results.get(one) ?? { outcome: 'skipped', id: null, why: null, notes: [] };
    // Of what stays as it is nothing was taken over.
    return { ...about, outcome, id, why, notes: outcome === 'exists' ? [] : few([...one.notes, ...notes]) };
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
