import type { Sql } from 'postgres';
import type { Assignment } from '../../domain/bookable/bookable-event.ts';
import {
  applyChange,
  type EventTypeSettings,
  locationIssue,
  type SettingsChange,
} from '../../domain/event-types/event-type.ts';
import { formChanges } from '../../domain/event-types/form-changes.ts';
import { unknownIdIssues } from '../../domain/reminders/reminders.ts';
import type { FormInput } from '../../schemas/shapes/forms.ts';
import type { Doer } from '../access/api-keys.ts';
import { type ChangedMeanwhile, requireVersion } from '../activity/changed-meanwhile.ts';
import { changed, logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import type { Queryable, Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { lockTeam, type NoSuchTeam } from '../teams/teams.ts';
import { whereAddressIsFree } from '../unique-address.ts';
import {
  type FormsTooLarge,
  lockEventTypeQuota,
  requireEventTypeQuota,
  requireFormQuota,
  type TooManyEventTypes,
} from './event-type-quota.ts';
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
import { lockMember, type NoSuchHost, type NoSuchHostSchedule, scheduleFor } from './hosts.ts';

export interface NoSuchEventType {
  readonly refused: 'event_type_not_found';
}

/** `existingId`: the event type with the slug; undefined: it is already gone. */
export interface EventSlugTaken {
  readonly refused: 'slug_taken';
  readonly slug: string;
  readonly existingId: string | undefined;
}

/** Settings that the event type can't have. */
export interface UnfitSetting {
  readonly refused: 'unfit_setting';
  readonly issues: readonly SettingIssue[];
}

/** `assignment_without_team`, `schedule_with_team`: a setting of the other kind of owner. Else of a place or a reminder. */
export type SettingIssue =
  | 'assignment_without_team'
  | 'schedule_with_team'
  | NonNullable<ReturnType<typeof locationIssue>>
  | ReturnType<typeof unknownIdIssues>[number];

export type CreateRefusal =
  | EventSlugTaken
  | FormsTooLarge
  | NoSuchEventType
  | NoSuchHost
  | NoSuchHostSchedule
  | NoSuchTeam
  | OverPlanCap
  | TooManyEventTypes;

export type UpdateRefusal =
  | ChangedMeanwhile
  | EventSlugTaken
  | FormsTooLarge
  | NoSuchEventType
  | NoSuchHostSchedule
  | OverPlanCap
  | UnfitSetting
  | { readonly refused: 'event_type_archived' };

/** One host or one team. */
type Owner = { readonly hostId: string; readonly team: null } | { readonly hostId: null; readonly team: EventTypeTeam };

export type NewEventType = Owner & {
  readonly id: string;
  readonly workspaceId: string;
  /** scheduleId null: the host's oldest schedule. */
  readonly settings: EventTypeSettings;
  readonly form: FormInput | null;
};

/** Makes an event type with its form. */
export const createEventType = (
  sql: Sql,
  request: NewEventType,
  by: Doer,
  now: number,
): Promise<EventTypeRecord | CreateRefusal> =>
  whereSlugIsFree(sql, { ...request, hostId: ownerOf(request), slug: request.settings.slug }, () =>
    inRefusableTransaction(sql, async (tx, refuse: Refuse<CreateRefusal>) => {
      const { id, workspaceId, hostId, team, form } = request;
      await lockEventTypeQuota(tx, workspaceId);
      const settings = { ...request.settings, scheduleId: await lockOwner(tx, request, refuse) };
      // A repeated call finds the event type that it made, even if the quota is used up.
      if (!(await findBySlug(tx, { workspaceId, hostId: ownerOf(request), slug: settings.slug })))
        await requireEventTypeQuota(tx, { workspaceId, ownerId: ownerOf(request) }, now, refuse);
      await requireRoomForReminders(tx, workspaceId, { before: 0, wanted: settings.reminders.length }, { now, refuse });
      const formId = form && (await insertForm(tx, { workspaceId, eventSlug: settings.slug }, form));
      await insertEventType(tx, { id, workspaceId, hostId, team, settings, formId });
      if (form) await requireFormQuota(tx, { workspaceId, ownerId: ownerOf(request) }, refuse);
      const { name, slug } = settings;
      const subject = { type: 'event_type', id } as const;
      await logActivity(tx, {
        ...by,
        workspaceId,
        action: 'event_type.created',
        subject,
        data: team ? { name, slug, teamId: team.id, assignment: team.assignment } : { name, slug, hostId },
      });
      return reread(tx, { workspaceId, eventTypeId: id }, now, refuse);
    }),
  );

const ownerOf = ({ hostId, team }: Owner): string => (team === null ? hostId : team.id);

/** Locks host or team until the transaction ends. @returns the schedule of a host's event; team members keep their own. */
async function lockOwner(
  tx: Transaction,
  { workspaceId, hostId, team, settings }: NewEventType,
  refuse: Refuse<NoSuchHost | NoSuchHostSchedule | NoSuchTeam>,
): Promise<string | null> {
  if (hostId !== null) {
    await lockMember(tx, { workspaceId, hostId }, refuse);
    return scheduleFor(tx, { workspaceId, hostId }, settings.scheduleId, refuse);
  }
  await lockTeam(tx, { workspaceId, teamId: team.id }, refuse);
  return null;
}

/** Changes of an event type. `form`: null removes it, undefined keeps it. */
export interface EventTypeChange extends EventTypeId {
  readonly change: SettingsChange;
  /** undefined keeps it */
  readonly assignment: Assignment | undefined;
  readonly form: FormInput | null | undefined;
  /** A fresh id of a reminder, 8 characters. */
  readonly newReminderId: () => string;
  /** As the caller has read it; undefined: whatever it is. */
  readonly expectedVersion?: number | undefined;
}

/** Changes the settings of the request. If nothing differs, writes and logs nothing. */
export async function updateEventType(
  sql: Sql,
  request: EventTypeChange,
  by: Doer,
  now: number,
): Promise<EventTypeRecord | UpdateRefusal> {
  const before = await readEventType(sql, request, now);
  if (!before) return { refused: 'event_type_not_found' };
  const slug = request.change.slug ?? before.settings.slug;
  const { workspaceId } = request;
  return whereSlugIsFree(sql, { workspaceId, hostId: before.host.id, slug }, () =>
    inRefusableTransaction(sql, async (tx, refuse: Refuse<UpdateRefusal>) => {
      if (request.form) await lockEventTypeQuota(tx, workspaceId);
      await lockEventType(tx, request);
      const locked = await reread(tx, request, now, refuse);
      if (locked.archivedAt) return refuse({ refused: 'event_type_archived' });
      const subject = { workspaceId, type: 'event_type', id: request.eventTypeId } as const;
      await requireVersion(tx, subject, { version: locked.version, expected: request.expectedVersion }, refuse);
      await write(tx, request, locked, { by, now, refuse });
      return reread(tx, request, now, refuse);
    }),
  );
}

/** Settings that only events of a team have, or only events of a host, and reminders of other event types. */
const unfitIssues = ({ assignment, change }: EventTypeChange, { team, settings }: EventTypeRecord): SettingIssue[] => [
  ...(assignment && !team ? (['assignment_without_team'] as const) : []),
  ...(team && change.scheduleId ? (['schedule_with_team'] as const) : []),
  ...unknownIdIssues(change.reminders ?? [], settings.reminders),
];

async function write(
  tx: Transaction,
  request: EventTypeChange,
  before: EventTypeRecord,
  { by, now, refuse }: { readonly by: Doer; readonly now: number; readonly refuse: Refuse<UpdateRefusal> },
): Promise<void> {
  const { workspaceId, eventTypeId, change, form } = request;
  const unfit = unfitIssues(request, before);
  if (unfit.length > 0) refuse({ refused: 'unfit_setting', issues: unfit });
  if (change.scheduleId) await scheduleFor(tx, { workspaceId, hostId: before.host.id }, change.scheduleId, refuse);
  const settings = applyChange(before.settings, change, request.newReminderId);
  const counts = { before: before.settings.reminders.length, wanted: settings.reminders.length };
  await requireRoomForReminders(tx, workspaceId, counts, { now, refuse });
  // Checked only if it changes: renaming an event never fails for its place.
  const issue = change.locationType || change.locationDetail !== undefined ? locationIssue(settings) : null;
  if (issue) refuse({ refused: 'unfit_setting', issues: [issue] });
  const assignment = before.team?.assignment ?? null;
  const ofSettings = changed(
    { ...before.settings, assignment },
    { ...settings, assignment: request.assignment ?? assignment },
  );
  const ofForm = form === undefined ? null : formChanges(before.form?.definition ?? null, form);
  const data = {
    before: { ...ofSettings.before, ...ofForm?.before },
    after: { ...ofSettings.after, ...ofForm?.after },
  };
  if (Object.keys(data.after).length === 0) return;
  const formId = await writeForm(tx, { workspaceId, eventSlug: settings.slug }, before.form?.id ?? null, form);
  await writeEventType(tx, eventTypeId, { settings, formId });
  if (form) await requireFormQuota(tx, { workspaceId, ownerId: before.host.id }, refuse);
  if (request.assignment) await writeAssignment(tx, eventTypeId, request.assignment);
  if (form === null && before.form) await deleteForm(tx, before.form.id);
  const subject = { type: 'event_type', id: eventTypeId } as const;
  await logActivity(tx, { ...by, workspaceId, action: 'event_type.updated', subject, data });
}

/** Only more reminders than before need room: a smaller plan takes none away. */
async function requireRoomForReminders(
  tx: Transaction,
  workspaceId: string,
  { before, wanted }: { readonly before: number; readonly wanted: number },
  { now, refuse }: { readonly now: number; readonly refuse: Refuse<OverPlanCap> },
): Promise<void> {
  if (wanted <= before) return;
  const over = await findOverCap(tx, workspaceId, { feature: 'remindersPerEventType', used: wanted - 1 }, now);
  // Of several that are one too many, those that have room count as there.
  if (over) refuse({ ...over, used: Math.max(before, Math.min(over.cap, wanted - 1)) });
}

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

/** Ends new bookings of an event type until it is restored; its meetings stay. A repeat changes nothing. */
export const archiveEventType = (
  sql: Sql,
  id: EventTypeId,
  by: Doer,
  now: number,
): Promise<EventTypeRecord | NoSuchEventType> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchEventType>) => {
    await lockEventType(tx, id);
    const before = await reread(tx, id, now, refuse);
    if (before.archivedAt) return before;
    await markArchived(tx, id.eventTypeId, now);
    const { workspaceId, eventTypeId } = id;
    const { settings, upcomingMeetingCount } = before;
    const subject = { type: 'event_type', id: eventTypeId } as const;
    const data = { name: settings.name, slug: settings.slug, upcomingMeetingCount };
    await logActivity(tx, { ...by, workspaceId, action: 'event_type.archived', subject, data });
    return { ...before, archivedAt: new Date(now) };
  });

/** Under its lock. */
export const reread = async (
  sql: Queryable,
  id: EventTypeId,
  now: number,
  refuse: Refuse<NoSuchEventType>,
): Promise<EventTypeRecord> => (await readEventType(sql, id, now)) ?? refuse({ refused: 'event_type_not_found' });

/** The unique indexes on a host's and a team's slugs. */
const ADDRESSES = ['event_types_address', 'event_types_team_address'] as const;

/** Returns a taken slug's event type: a repeated call finds the first one's. */
export const whereSlugIsFree = <T>(
  sql: Sql,
  address: Parameters<typeof findBySlug>[1],
  work: () => Promise<T>,
): Promise<T | EventSlugTaken> =>
  whereAddressIsFree(ADDRESSES, work, async (): Promise<EventSlugTaken> => {
    const existingId = await findBySlug(sql, address);
    return { refused: 'slug_taken', slug: address.slug, existingId };
  });
