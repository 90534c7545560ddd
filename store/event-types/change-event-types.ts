import type { Sql } from 'postgres';
import type { Assignment } from '../../domain/bookable/bookable-event.ts';
import {
  applyChange,
  type EventTypeSettings,
  locationIssue,
  type SettingsChange,
} from '../../domain/event-types/event-type.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { FormInput } from '../../schemas/shapes/forms.ts';
import type { Doer } from '../access/api-keys.ts';
import { changed, logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { lockTeam } from '../teams/teams.ts';
import { whereAddressIsFree } from '../workspaces/unique-address.ts';
import { lockEventTypeQuota, requireEventTypeQuota, requireFormQuota } from './event-type-quota.ts';
import {
  type EventTypeId,
  type EventTypeRecord,
  type EventTypeTeam,
  findBySlug,
  insertEventType,
  lockEventType,
  markArchived,
  readEventType,
  writeAssignment,
  writeEventType,
} from './event-types.ts';
import { deleteForm, type FormOwner, insertForm, replaceForm } from './forms.ts';
import { lockMember, scheduleFor } from './hosts.ts';

/** One host or one team. */
type Owner = { readonly hostId: string; readonly team: null } | { readonly hostId: null; readonly team: EventTypeTeam };

export type NewEventType = Owner & {
  readonly id: string;
  readonly workspaceId: string;
  /** scheduleId null: the host's oldest schedule. */
  readonly settings: EventTypeSettings;
  readonly form: FormInput | null;
};

/**
 * Makes an event type with its form.
 * @throws AppError resource.conflict (slug_taken, with existingId), resource.not_found (host_not_found, schedule_not_found),
 * request.unprocessable (too_many_event_types, forms_too_large)
 */
export const createEventType = (sql: Sql, request: NewEventType, by: Doer, now: number): Promise<EventTypeRecord> =>
  whereSlugIsFree(sql, { ...request, hostId: ownerOf(request), slug: request.settings.slug }, () =>
    inTransaction(sql, async (tx) => {
      const { id, workspaceId, hostId, team, form } = request;
      await lockEventTypeQuota(tx, workspaceId);
      const settings = { ...request.settings, scheduleId: await lockOwner(tx, request) };
      // A repeated call is told which one it made, also where there is room for no more.
      if (!(await findBySlug(tx, { workspaceId, hostId: ownerOf(request), slug: settings.slug })))
        await requireEventTypeQuota(tx, { workspaceId, ownerId: ownerOf(request) });
      const formId = form && (await insertForm(tx, { workspaceId, eventSlug: settings.slug }, form));
      await insertEventType(tx, { id, workspaceId, hostId, team, settings, formId });
      if (form) await requireFormQuota(tx, { workspaceId, ownerId: ownerOf(request) });
      const { name, slug } = settings;
      const subject = { type: 'event_type', id };
      await logActivity(tx, {
        ...by,
        workspaceId,
        action: 'event_type.created',
        subject,
        data: team ? { name, slug, teamId: team.id, assignment: team.assignment } : { name, slug, hostId },
      });
      return reread(tx, { workspaceId, eventTypeId: id }, now);
    }),
  );

const ownerOf = ({ hostId, team }: Owner): string => (team === null ? hostId : team.id);

/** Keeps host or team until the transaction ends. @returns the schedule of a host's event; a team's members keep to their own. */
async function lockOwner(
  tx: Transaction,
  { workspaceId, hostId, team, settings }: NewEventType,
): Promise<string | null> {
  if (hostId !== null) {
    await lockMember(tx, { workspaceId, hostId });
    return scheduleFor(tx, { workspaceId, hostId }, settings.scheduleId);
  }
  await lockTeam(tx, { workspaceId, teamId: team.id });
  return null;
}

/** What is to change of an event type. `form`: null removes it, undefined leaves it. */
export interface EventTypeChange extends EventTypeId {
  readonly change: SettingsChange;
  /** undefined leaves it */
  readonly assignment: Assignment | undefined;
  readonly form: FormInput | null | undefined;
}

/**
 * Changes what is named and leaves all else. Nothing is written, nor logged, where nothing differs.
 * @throws AppError resource.not_found, resource.conflict (event_type_archived, slug_taken), request.invalid (locationDetail),
 * request.unprocessable (forms_too_large)
 */
export async function updateEventType(
  sql: Sql,
  request: EventTypeChange,
  by: Doer,
  now: number,
): Promise<EventTypeRecord> {
  const before = await reread(sql, request, now);
  const slug = request.change.slug ?? before.settings.slug;
  const { workspaceId } = request;
  return whereSlugIsFree(sql, { workspaceId, hostId: before.host.id, slug }, () =>
    inTransaction(sql, async (tx) => {
      if (request.form) await lockEventTypeQuota(tx, workspaceId);
      await lockEventType(tx, request);
      const locked = await reread(tx, request, now);
      if (locked.archivedAt) throw archived();
      await write(tx, request, locked, by);
      return reread(tx, request, now);
    }),
  );
}

/** What is only a team's, or only a host's. @throws AppError request.invalid */
function requireFitting({ assignment, change }: EventTypeChange, { team }: EventTypeRecord): void {
  if (assignment && !team) throw invalid([{ path: 'assignment', message: 'is for events of a team only' }]);
  if (team && change.scheduleId)
    throw invalid([{ path: 'scheduleId', message: 'does not go with a team’s event: members keep to their own' }]);
}

async function write(tx: Transaction, request: EventTypeChange, before: EventTypeRecord, by: Doer): Promise<void> {
  const { workspaceId, eventTypeId, change, form } = request;
  requireFitting(request, before);
  if (change.scheduleId) await scheduleFor(tx, { workspaceId, hostId: before.host.id }, change.scheduleId);
  const settings = applyChange(before.settings, change);
  // What stands is not judged anew: a host who renames an event is not asked about its place.
  const issue = change.locationType || change.locationDetail !== undefined ? locationIssue(settings) : null;
  if (issue) throw invalid([issue]);
  const formBefore = before.form?.definition ?? null;
  const data = changed(
    { ...before.settings, assignment: before.team?.assignment ?? null, form: formFacts(formBefore) },
    {
      ...settings,
      assignment: request.assignment ?? before.team?.assignment ?? null,
      form: formFacts(form === undefined ? formBefore : form),
    },
  );
  if (Object.keys(data.after).length === 0) return;
  const formId = await writeForm(tx, { workspaceId, eventSlug: settings.slug }, before.form?.id ?? null, form);
  await writeEventType(tx, eventTypeId, { settings, formId });
  if (form) await requireFormQuota(tx, { workspaceId, ownerId: before.host.id });
  if (request.assignment) await writeAssignment(tx, eventTypeId, request.assignment);
  if (form === null && before.form) await deleteForm(tx, before.form.id);
  const subject = { type: 'event_type', id: eventTypeId };
  await logActivity(tx, { ...by, workspaceId, action: 'event_type.updated', subject, data });
}

type FormText = Pick<FormInput, 'name' | 'description'> & { readonly fields: readonly unknown[] };

/** A form as the log has it, in one order of keys, whether it was read or given. */
const formFacts = (form: FormText | null): unknown =>
  form && inOrder({ name: form.name, description: form.description ?? null, fields: form.fields });

/** The same value with the keys of its objects sorted: the database keeps them in an order of its own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.toSorted().map(([key, part]) => [key, inOrder(part)]));
};

async function writeForm(
  tx: Transaction,
  owner: FormOwner,
  formId: string | null,
  form: FormInput | null | undefined,
): Promise<string | null> {
  if (form === undefined) return formId;
  if (form === null) return null;
  if (formId === null) return insertForm(tx, owner, form);
  await replaceForm(tx, formId, form);
  return formId;
}

/**
 * Ends new bookings of an event type; its meetings stay. Archiving twice changes nothing more.
 * @throws AppError resource.not_found
 */
export const archiveEventType = (sql: Sql, id: EventTypeId, by: Doer, now: number): Promise<EventTypeRecord> =>
  inTransaction(sql, async (tx) => {
    await lockEventType(tx, id);
    const before = await reread(tx, id, now);
    if (before.archivedAt) return before;
    await markArchived(tx, id.eventTypeId, now);
    const { workspaceId, eventTypeId } = id;
    const { settings, upcomingMeetingCount } = before;
    const subject = { type: 'event_type', id: eventTypeId };
    const data = { name: settings.name, slug: settings.slug, upcomingMeetingCount };
    await logActivity(tx, { ...by, workspaceId, action: 'event_type.archived', subject, data });
    return { ...before, archivedAt: new Date(now) };
  });

/** @throws AppError resource.not_found */
async function reread(sql: Queryable, id: EventTypeId, now: number): Promise<EventTypeRecord> {
  const found = await readEventType(sql, id, now);
  if (found) return found;
  throw noSuchEventType();
}

export const noSuchEventType = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such event type. list_event_types has their ids.', {
    reason: 'event_type_not_found',
    field: 'eventTypeId',
  });

const archived = (): AppError =>
  new AppError('resource.conflict', 'This event type is archived and cannot be changed. Create a new one instead.', {
    reason: 'event_type_archived',
  });

/** The indexes that let a host or a team have a slug once. */
const ADDRESSES = ['event_types_address', 'event_types_team_address'] as const;

/** Puts the refusal of a slug into words: whose it is, so that a repeated call finds what the first one made. */
const whereSlugIsFree = <T>(sql: Sql, address: Parameters<typeof findBySlug>[1], work: () => Promise<T>): Promise<T> =>
  whereAddressIsFree(ADDRESSES, work, async () => {
    const existingId = await findBySlug(sql, address);
    const message = `slug: the host has an event type "${address.slug}" already. Update or archive that one, or choose another slug.`;
    return new AppError('resource.conflict', message, { reason: 'slug_taken', field: 'slug', existingId });
  });
