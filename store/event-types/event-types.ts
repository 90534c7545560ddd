import type { Assignment } from '../../domain/bookable/bookable-event.ts';
import type { EventTypeSettings } from '../../domain/event-types/event-type.ts';
import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import type { Queryable, Transaction } from '../database.ts';
import { settingColumns, settingsObject } from '../event-type-settings.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { isActiveIn } from '../live-bookings.ts';
import type { Row } from '../rows.ts';

export interface EventTypeHost {
  readonly id: string;
  readonly name: string;
  /** null: left the workspace, or a team that was deleted. */
  readonly username: string | null;
}

export interface EventTypeTeam {
  readonly id: string;
  readonly assignment: Assignment;
}

/** An event type as its workspace sees it. */
export interface EventTypeRecord extends Position {
  readonly workspaceSlug: string;
  /** For a team's event, the team. */
  readonly host: EventTypeHost;
  readonly team: EventTypeTeam | null;
  readonly settings: EventTypeSettings;
  readonly form: { readonly id: string; readonly definition: FormDefinition } | null;
  /** Confirmed meetings and open requests. */
  readonly upcomingMeetingCount: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  /** Rises with every change. */
  readonly version: number;
}

interface EventTypeRow
  extends Position,
    Row<'event_types', 'teamId' | 'assignment' | 'formId' | 'archivedAt' | 'createdAt' | 'version'> {
  readonly workspaceSlug: string;
  /** The host or the team, and its name. */
  readonly ownerId: string;
  readonly ownerName: string;
  readonly username: string | null;
  readonly settings: EventTypeSettings;
  readonly form: FormDefinition | null;
  readonly upcomingMeetingCount: number;
}

const select = (sql: Queryable, now: number) => sql`
  select e.id, w.slug as "workspaceSlug", coalesce(e.host_id, e.team_id) as "ownerId", coalesce(u.name, t.name) as "ownerName",
    e.team_id as "teamId", e.assignment, ${settingsObject(sql)} as settings, e.form_id as "formId",
    e.archived_at as "archivedAt", e.created_at as "createdAt", e.version,
    coalesce(m.username, case when t.archived_at is null then 'team/' || t.slug end) as username,
    case when f.id is not null then
      json_strip_nulls(json_build_object('slug', f.slug, 'name', f.name, 'description', f.description, 'fields', f.fields))
    end as form,
    (select count(*)::int from bookings b
      where b.event_type_id = e.id and ${isActiveIn(sql, 'b')} and b.end_at > ${new Date(now)}) as "upcomingMeetingCount",
    ${atMicros(sql, 'e.created_at')}
  from event_types e
  join workspaces w on w.id = e.workspace_id
  left join users u on u.id = e.host_id
  left join teams t on t.id = e.team_id
  left join memberships m on m.workspace_id = e.workspace_id and m.user_id = e.host_id
  left join forms f on f.id = e.form_id`;

const toRecord = ({
  ownerId,
  ownerName,
  username,
  teamId,
  assignment,
  formId,
  form,
  settings,
  version,
  ...rest
}: EventTypeRow): EventTypeRecord => ({
  ...rest,
  host: { id: ownerId, name: ownerName, username },
  team: teamId && assignment ? { id: teamId, assignment } : null,
  // The database keeps the keys of a reminder in an order of its own, and the activity log compares texts.
  settings: {
    ...settings,
    reminders: settings.reminders.map(({ id, when, to, subject, text }) => ({ id, when, to, subject, text })),
  },
  form: formId && form ? { id: formId, definition: form } : null,
  version: Number(version),
});

export interface EventTypeQuery {
  readonly workspaceId: string;
  /** Only events that this person hosts, alone or in a team; null: all. */
  readonly hostId: string | null;
  readonly status: 'active' | 'archived' | 'all';
  readonly now: number;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** A person's own events, and those of their teams. */
const isHostedBy = (sql: Queryable, userId: string) => sql`
  e.id = any(array(
    select id from event_types where host_id = ${userId}
    union all
    select of.id from team_members tm join event_types of on of.team_id = tm.team_id where tm.user_id = ${userId}))`;

/** `is true` keeps PostgreSQL from walking the events of the whole workspace: the host's few ids come first. */
const ofHost = (sql: Queryable, workspaceId: string, hostId: string) => sql`
  ${isHostedBy(sql, hostId)} and (e.workspace_id = ${workspaceId}) is true`;

/**
 * Returns the active event types with this name or slug, in any case, at most three.
 * @param hostId only of this person; null: of everyone
 */
export async function findEventTypesCalled(
  sql: Queryable,
  {
    workspaceId,
    hostId,
    name,
  }: { readonly workspaceId: string; readonly hostId: string | null; readonly name: string },
): Promise<readonly string[]> {
  const rows = await sql<Row<'event_types', 'id'>[]>`
    select id from event_types
    where workspace_id = ${workspaceId} and archived_at is null and (lower(name) = lower(${name}) or slug = lower(${name}))
      ${hostId === null ? sql`` : sql`and host_id = ${hostId}`}
    order by created_at, id limit 3`;
  return rows.map(({ id }) => id);
}

/** Returns whether a person is a member of a team. */
export async function isInTeam(sql: Queryable, teamId: string, userId: string): Promise<boolean> {
  const [row] = await sql`select 1 from team_members where team_id = ${teamId} and user_id = ${userId}`;
  return row !== undefined;
}

/** Event types of a workspace, newest first; one more than `limit` if there are more. */
export async function listEventTypes(sql: Queryable, query: EventTypeQuery): Promise<EventTypeRecord[]> {
  const { workspaceId, hostId, status, now, after, limit } = query;
  const isOf = {
    active: sql`e.archived_at is null`,
    archived: sql`e.archived_at is not null`,
    all: sql`true`,
  }[status];
  const rows = await sql<EventTypeRow[]>`
    ${select(sql, now)}
    where ${hostId === null ? sql`e.workspace_id = ${workspaceId}` : ofHost(sql, workspaceId, hostId)} and ${isOf}
      and ${behind(sql, { at: 'e.created_at', id: 'e.id' }, 'descending', after)}
    order by e.created_at desc, e.id desc
    limit ${limit + 1}`;
  return rows.map(toRecord);
}

export interface EventTypeId {
  readonly workspaceId: string;
  readonly eventTypeId: string;
}

/** One event type, archived or not; undefined: this workspace has none of this id. */
export async function readEventType(
  sql: Queryable,
  { workspaceId, eventTypeId }: EventTypeId,
  now: number,
): Promise<EventTypeRecord | undefined> {
  const [row] = await sql<EventTypeRow[]>`
    ${select(sql, now)} where e.id = ${eventTypeId} and e.workspace_id = ${workspaceId}`;
  return row && toRecord(row);
}

/** The event type that has this slug for a host or team. */
export async function findBySlug(
  sql: Queryable,
  { workspaceId, hostId, slug }: { readonly workspaceId: string; readonly hostId: string; readonly slug: string },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from event_types
    where workspace_id = ${workspaceId} and coalesce(host_id, team_id) = ${hostId} and slug = ${slug}
      and archived_at is null`;
  return row?.id;
}

/** Blocks changes and bookings of an event type until the transaction ends. */
export const lockEventType = (tx: Transaction, { workspaceId, eventTypeId }: EventTypeId) => tx`
  select 1 from event_types where id = ${eventTypeId} and workspace_id = ${workspaceId} for no key update`;

export interface NewEventType {
  readonly id: string;
  readonly workspaceId: string;
  /** null: a team's */
  readonly hostId: string | null;
  readonly team: EventTypeTeam | null;
  readonly settings: EventTypeSettings;
  readonly formId: string | null;
}

export const insertEventType = (tx: Transaction, { id, workspaceId, hostId, team, settings, formId }: NewEventType) => {
  const owner = { host_id: hostId, team_id: team?.id ?? null, assignment: team?.assignment ?? null };
  return tx`
    insert into event_types ${tx({ id, workspace_id: workspaceId, ...owner, form_id: formId, ...settingColumns(tx, settings) })}`;
};

/** Under the lock of {@link lockEventType}. */
export const writeAssignment = (tx: Transaction, eventTypeId: string, assignment: Assignment) => tx`
  update event_types set assignment = ${assignment} where id = ${eventTypeId} and team_id is not null`;

/** Under the lock of {@link lockEventType}. */
export const writeEventType = (
  tx: Transaction,
  eventTypeId: string,
  { settings, formId }: Pick<NewEventType, 'settings' | 'formId'>,
) => tx`
  update event_types set ${tx({ ...settingColumns(tx, settings), form_id: formId })} where id = ${eventTypeId}`;

/** Under the lock of {@link lockEventType}. */
export const markArchived = (tx: Transaction, eventTypeId: string, now: number) => tx`
  update event_types set archived_at = ${new Date(now)} where id = ${eventTypeId}`;

/** Under the lock of {@link lockEventType}. */
export const markRestored = (tx: Transaction, eventTypeId: string, scheduleId: string | null) => tx`
  update event_types set archived_at = null, schedule_id = ${scheduleId} where id = ${eventTypeId}`;
