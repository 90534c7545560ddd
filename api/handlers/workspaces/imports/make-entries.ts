import type { Actor } from '../../../../domain/access/actor.ts';
import { toWindow } from '../../../../domain/availability/weekly-hours.ts';
import { capsOf } from '../../../../domain/billing/plan.ts';
import { USUAL_TIMES } from '../../../../domain/event-types/booking-defaults.ts';
import type {
  Makeable,
  Planned,
  PlannedEventType,
  PlannedSchedule,
} from '../../../../domain/event-types/imports/plan.ts';
import { slugOf } from '../../../../domain/workspaces/names.ts';
import { AppError, type ErrorCode } from '../../../../schemas/errors.ts';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { setOverrides } from '../../../../store/availability/change-overrides.ts';
import { listScheduleLines } from '../../../../store/availability/schedules.ts';
import { countEventTypes } from '../../../../store/event-types/event-type-quota.ts';
import { findBySlug } from '../../../../store/event-types/event-types.ts';
import { readSubscription } from '../../../../store/workspaces/workspace-view.ts';
import type { Context } from '../../../core/handler.ts';
import { createSchedule } from '../../availability/create-schedule.ts';
import { createEventType } from '../../event-types/create-event-type.ts';
import { noticeOnceMade } from '../../event-types/event-type-view.ts';

type Acting = Context & { readonly actor: Actor };

export interface Result {
  readonly outcome: 'made' | 'would_make' | 'exists' | 'skipped';
  readonly id: string | null;
  readonly why: string | null;
  readonly notes: readonly string[];
}

const result = (outcome: Result['outcome'], more: Partial<Result> = {}): Result => ({
  ...{ outcome, id: null, why: null, notes: [] },
  ...more,
});

const EXISTS = 'There is one already; it stays as it is.';
const LATE = 'One call has no time for more. Repeat it: what was made stays.';
/** A call has 2.6 seconds (api/core/deadline.ts). */
const MAKES_FOR_MS = 1_700;
/** No person has more. */
const MOST_SCHEDULES = 100;

/** Hours and event types of one import, by what they are called here. */
class Known {
  readonly #scheduleIds = new Map<string, string>();
  readonly #bySource = new Map<string, string>();

  note(name: string, sourceId: string | null, id: string): void {
    this.#scheduleIds.set(name.toLowerCase(), id);
    if (sourceId !== null) this.#bySource.set(sourceId, id);
  }

  idOf = (name: string): string | undefined => this.#scheduleIds.get(name.toLowerCase());

  bySource = (sourceId: string | null): string | undefined =>
    sourceId === null ? undefined : this.#bySource.get(sourceId);
}

async function knownOf({ sql, actor }: Acting, hostId: string): Promise<Known> {
  const known = new Known();
  const query = { workspaceId: actor.workspaceId, userId: hostId, after: undefined, limit: MOST_SCHEDULES };
  for (const { name, id } of await listScheduleLines(sql, query)) known.note(name, null, id);
  return known;
}

const slugFor = ({ input }: PlannedEventType): string => input.slug ?? slugOf(input.name, 'event');

/** The hours that were not in the export: the event type has the host's oldest. */
const notesOf = (known: Known, { scheduleSourceId }: PlannedEventType): string[] =>
  scheduleSourceId !== null && known.bySource(scheduleSourceId) === undefined
    ? ['Its hours are not in the export: it has the default hours.']
    : [];

/** Makes each entry as create_schedule and create_event_type do, with their checks and caps. */
export async function makeEntries(context: Acting, hostId: string, entries: readonly Makeable[]) {
  const known = await knownOf(context, hostId);
  const results = new Map<Planned, Result>();
  const untilMs = performance.now() + MAKES_FOR_MS;
  for (const entry of entries) {
    const make = () =>
      entry.kind === 'schedule'
        ? makeSchedule(context, hostId, entry, known)
        : makeEventType(context, hostId, entry, known);
    results.set(entry, performance.now() > untilMs ? result('skipped', { why: LATE }) : await orSkipped(make));
  }
  return results;
}

async function makeSchedule(context: Acting, userId: string, entry: PlannedSchedule, known: Known): Promise<Result> {
  const { name, timezone, weeklyHours, sourceId, overrides } = entry;
  const existing = known.idOf(name);
  if (existing !== undefined) {
    known.note(name, sourceId, existing);
    return result('exists', { id: existing, why: EXISTS });
  }
  const input = schedules.createSchedule.input.parse({ userId, name, timezone, weeklyHours });
  const { id } = (await createSchedule(context, input)) as { readonly id: string };
  known.note(name, sourceId, id);
  return result('made', { id, notes: await makeOverrides(context, id, overrides) });
}

async function makeOverrides(context: Acting, scheduleId: string, overrides: PlannedSchedule['overrides']) {
  const { sql, actor, caller } = context;
  const byHours = new Map<string, string[]>();
  for (const { date, windows } of overrides) {
    const hours = JSON.stringify(windows.map(toWindow));
    const dates = byHours.get(hours);
    if (dates) dates.push(date);
    else byHours.set(hours, [date]);
  }
  for (const [hours, dates] of byHours) {
    const change = { workspaceId: actor.workspaceId, scheduleId, dates, windows: JSON.parse(hours) };
    const outcome = await setOverrides(sql, change, { actor, source: caller.source });
    if ('refused' in outcome) return ['Hours of some single dates are left out: there are too many.'];
  }
  return [];
}

async function makeEventType(
  context: Acting,
  hostUserId: string,
  entry: PlannedEventType,
  known: Known,
): Promise<Result> {
  const existing = await existingOf(context, hostUserId, entry);
  if (existing !== undefined) return result('exists', { id: existing, why: EXISTS });
  const scheduleId = known.bySource(entry.scheduleSourceId);
  const input = eventTypes.createEventType.input.parse({
    // What an export leaves out is as usual there, whatever this workspace prefers.
    ...USUAL_TIMES,
    ...entry.input,
    hostUserId,
    ...(scheduleId && { scheduleId }),
  });
  const made = (await createEventType(context, input)) as {
    readonly eventType: { readonly id: string };
    readonly notice?: string;
  };
  return result('made', {
    id: made.eventType.id,
    notes: [...notesOf(known, entry), ...(made.notice ? [made.notice] : [])],
  });
}

const existingOf = ({ sql, actor }: Acting, hostId: string, entry: PlannedEventType): Promise<string | undefined> =>
  findBySlug(sql, { workspaceId: actor.workspaceId, hostId, slug: slugFor(entry) });

/** What each entry would become: it is read by the same schemas, and nothing is written. */
export async function tryEntries(context: Acting, hostId: string, entries: readonly Makeable[]) {
  const { sql, actor, now } = context;
  const known = await knownOf(context, hostId);
  const cap = capsOf(await readSubscription(sql, actor.workspaceId), now).eventTypes;
  let room = cap === null ? Number.POSITIVE_INFINITY : cap - (await countEventTypes(sql, actor.workspaceId));
  const results = new Map<Planned, Result>();
  const slugs = new Set<string>();
  for (const entry of entries) {
    const one = await orSkipped(() =>
      entry.kind === 'schedule'
        ? trySchedule(entry, known)
        : tryEventType(context, hostId, entry, { known, slugs, room }),
    );
    if (entry.kind === 'event_type' && one.outcome === 'would_make') room -= 1;
    results.set(entry, one);
  }
  return results;
}

async function trySchedule({ name, timezone, weeklyHours, sourceId }: PlannedSchedule, known: Known): Promise<Result> {
  const existing = known.idOf(name);
  if (existing !== undefined) {
    known.note(name, sourceId, existing);
    return result('exists', { id: existing || null, why: EXISTS });
  }
  schedules.createSchedule.input.parse({ name, timezone, weeklyHours });
  known.note(name, sourceId, '');
  return result('would_make');
}

async function tryEventType(
  context: Acting,
  hostUserId: string,
  entry: PlannedEventType,
  { known, slugs, room }: { readonly known: Known; readonly slugs: Set<string>; readonly room: number },
): Promise<Result> {
  const existing = await existingOf(context, hostUserId, entry);
  if (existing !== undefined || slugs.has(slugFor(entry)))
    return result('exists', { id: existing ?? null, why: EXISTS });
  const input = eventTypes.createEventType.input.parse({ ...entry.input, hostUserId });
  if (room <= 0) return result('skipped', { why: 'The plan has no room for more event types (get_billing).' });
  slugs.add(slugFor(entry));
  const notice = await noticeOnceMade(context.sql, hostUserId, input);
  return result('would_make', { notes: [...notesOf(known, entry), ...(notice === null ? [] : [notice])] });
}

/** What concerns one entry alone. The service being away concerns all. */
const OF_ENTRY: readonly ErrorCode[] = [
  ...(['request.invalid', 'request.unprocessable', 'resource.conflict', 'billing.upgrade_required'] as const),
];

async function orSkipped(make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError && OF_ENTRY.includes(error.code)) return result('skipped', { why: error.message });
    const issues = issuesOf(error);
    if (issues) return result('skipped', { why: `It does not fit here: ${issues}.` });
    throw error;
  }
}

const MOST_ISSUES = 10;

/** The rules that an entry breaks, of a schema's error. */
function issuesOf(error: unknown): string | null {
  const { name, issues } = (error ?? {}) as { readonly name?: unknown; readonly issues?: unknown };
  if (name !== 'ZodError' && name !== '$ZodError') return null;
  const all = issues as readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
  const named = all.slice(0, MOST_ISSUES).map(({ path, message }) => `${path.join('.')} ${message}`);
  return [...named, ...(all.length > MOST_ISSUES ? [`and ${all.length - MOST_ISSUES} more`] : [])].join('; ');
}
