import { reachOf } from '../../../domain/members/member-reach.ts';
import { namesNear } from '../../../domain/names-near.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { Input, Output } from '../../../schemas/operation.ts';
import type { activity } from '../../../schemas/operations/activity.ts';
import { ACTIVITY_ACTIONS } from '../../../schemas/shapes/activity-names.ts';
import { type ActivityEntry, listActivity as listRows, readSearchEnd } from '../../../store/activity/activity-list.ts';
import { readNames } from '../../../store/activity/names-of-ids.ts';
import { requireKnownFilters } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage, writeCursor } from '../../core/list-cursor.ts';

const LIST = 'activity';

type Facts = Readonly<Record<string, unknown>>;
type Entry = Output<typeof activity.listActivity>['entries'][number];

const factsOrNull = (value: unknown): Facts | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Facts) : null;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The ids in an entry: who, to what, and those among its facts. */
function idsIn({ userId, subjectId, data }: ActivityEntry): string[] {
  const facts = [data, factsOrNull(data.before), factsOrNull(data.after)].flatMap((some) => Object.values(some ?? {}));
  return [userId, subjectId, ...facts.flat()].filter((id): id is string => typeof id === 'string' && UUID.test(id));
}

const toEntry = (row: ActivityEntry, known: ReadonlyMap<string, string>): Entry => {
  const { before, after, ...data } = row.data;
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: { name: row.name, userId: row.userId, apiKeyId: row.apiKeyId, agentSeatId: row.agentSeatId },
    source: row.source,
    action: row.action,
    subject: row.subjectType === null || row.subjectId === null ? null : { type: row.subjectType, id: row.subjectId },
    names: Object.fromEntries(idsIn(row).flatMap((id) => (known.has(id) ? [[id, known.get(id) ?? '']] : []))),
    before: factsOrNull(before),
    after: factsOrNull(after),
    data,
  };
};

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Of an empty list: a log that is older than a name still finds its entries. @throws AppError request.invalid with the nearest actions */
function requireKnownAction(prefix: string): void {
  if (ACTIVITY_ACTIONS.some((action) => action.startsWith(prefix))) return;
  const didYouMean = namesNear(prefix, ACTIVITY_ACTIONS);
  const groups = [...new Set(ACTIVITY_ACTIONS.map((action) => `${action.split('.')[0]}.`))];
  const hint =
    didYouMean.length > 0 ? `did you mean ${didYouMean.join(' or ')}?` : `They begin with ${groups.join(', ')}`;
  throw invalid([{ path: 'action', message: `no action begins so; ${hint}`, didYouMean }]);
}

const filterOf = ({ subjectType, subjectId, actor, action, query, from, to }: Input<typeof activity.listActivity>) => ({
  ...{ subjectType, subjectId, actor, query },
  action: action?.replace(/\*$/, ''),
  from: instant(from),
  to: instant(to),
});

/** A page has so many facts, and a search looks into so many entries for it: where that ended, the next one goes on. */
export const listActivity: Handler<typeof activity.listActivity> = async (context, input) => {
  const { sql, actor } = context;
  const { limit, subjectId } = input;
  const filter = filterOf(input);
  const after = readCursor([LIST], input.cursor);
  const of = { workspaceId: actor.workspaceId, reach: reachOf(actor) };
  const searchEnd = filter.query === undefined ? undefined : await readSearchEnd(sql, of, filter, after);
  const rows = await listRows(sql, of, filter, { after, downTo: searchEnd, limit });
  if (rows.length === 0 && filter.action !== undefined) requireKnownAction(filter.action);
  await requireKnownFilters(context, rows, {
    subjectId: { kind: 'subject', id: subjectId },
    actor: { kind: 'actor', id: input.actor },
  });
  const beyond = rows.findIndex(({ isBeyond }) => isBeyond);
  const { page, nextCursor } = toPage(rows, beyond < 0 ? limit : Math.min(limit, beyond), () => LIST);
  const names = await readNames(sql, actor.workspaceId, page.flatMap(idsIn));
  return {
    entries: page.map((row) => toEntry(row, names)),
    nextCursor: nextCursor ?? (searchEnd ? writeCursor(LIST, searchEnd) : null),
  };
};
