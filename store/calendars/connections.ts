import type { Sql } from 'postgres';
import type { CalendarProviderName, RemoteCalendar } from '../../domain/calendars/remote-event.ts';
import { CHANNEL_CHECK_GAP_MS } from '../../domain/calendars/sync-state.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { countBusyChange } from './busy-count.ts';
import { type CalendarDoer, logCalendar, logChoice } from './log.ts';
import { hasPush, isRead, noteChange } from './sync-state.ts';

export interface CalendarRow {
  readonly id: string;
  readonly providerCalendarId: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly isPrimary: boolean;
  readonly canWrite: boolean;
  readonly blocks: boolean;
  readonly isWritten: boolean;
  readonly syncedAt: Date | null;
}

export interface ConnectionRow {
  readonly id: string;
  readonly userId: string;
  readonly hostName: string;
  readonly workspaceId: string | null;
  readonly provider: CalendarProviderName;
  readonly email: string;
  readonly status: 'active' | 'reconnect_required' | 'revoked';
  readonly createdAt: Date;
  readonly syncedAt: Date | null;
  readonly syncFailure: string | null;
  /** The provider sends changes of all its calendars at once. */
  readonly hasPush: boolean;
  /** When it is read without a push. */
  readonly nextReadAt: Date;
  readonly revokedAt: Date | null;
  readonly calendars: readonly CalendarRow[];
  /** Of the person: `bookings_only` means that they chose it, since they have connected this. */
  readonly conflictSource: 'calendar' | 'bookings_only';
}

const select = (sql: Queryable) => sql`
  select c.id, c.user_id as "userId", u.name as "hostName", c.workspace_id as "workspaceId", c.provider, c.email::text as email,
    c.status, c.created_at as "createdAt", c.synced_at as "syncedAt", c.sync_failure as "syncFailure", c.revoked_at as "revokedAt",
    ${hasPush(sql)} as "hasPush", greatest(c.next_sync_at, c.throttled_until) as "nextReadAt",
    (select coalesce(json_agg(json_build_object('id', k.id, 'providerCalendarId', k.provider_calendar_id, 'name', k.name,
        'timezone', k.timezone, 'isPrimary', k.is_primary, 'canWrite', k.can_write, 'blocks', k.blocks, 'isWritten', k.is_written,
        'syncedAt', k.synced_at) order by k.is_primary desc, k.name, k.id), '[]')
      from calendars k where k.connection_id = c.id and k.gone_at is null) as calendars,
    coalesce(s.conflict_source, 'bookings_only') as "conflictSource"
  from calendar_connections c join users u on u.id = c.user_id left join calendar_settings s on s.user_id = c.user_id`;

/** `json_agg` writes instants as text. */
const withDates = (row: ConnectionRow): ConnectionRow => ({
  ...row,
  calendars: row.calendars.map((one) => ({ ...one, syncedAt: one.syncedAt && new Date(one.syncedAt) })),
});

/**
 * Live connections, oldest first.
 * @param userId of whom; null: of all who can host in the workspace
 */
export async function listConnections(
  sql: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string | null },
): Promise<ConnectionRow[]> {
  const whose =
    userId === null
      ? sql`c.user_id in (select user_id from memberships where workspace_id = ${workspaceId} and role <> 'billing_only')`
      : sql`c.user_id = ${userId}`;
  const rows = await sql<ConnectionRow[]>`
    ${select(sql)} where ${whose} and c.status <> 'revoked' order by c.created_at, c.id`;
  return rows.map(withDates);
}

/** A connection of this person, revoked ones too; undefined: they have none of this id. */
export async function readConnection(
  sql: Queryable,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
): Promise<ConnectionRow | undefined> {
  const [row] = await sql<ConnectionRow[]>`${select(sql)} where c.id = ${connectionId} and c.user_id = ${userId}`;
  return row && withDates(row);
}

/** Returns whether a host of the workspace has this connection. */
export async function isConnectedHere(
  sql: Queryable,
  { connectionId, workspaceId }: { readonly connectionId: string; readonly workspaceId: string },
): Promise<boolean> {
  const rows = await sql`
    select 1 from calendar_connections c join memberships m on m.user_id = c.user_id and m.workspace_id = ${workspaceId}
    where c.id = ${connectionId} and c.status <> 'revoked'`;
  return rows.length > 0;
}

/**
 * The calendars that the provider lists now. A new primary calendar blocks; other new ones do not until the host chooses. Those that it
 * lists no more are gone: their events block nothing. One that comes back is read again, and blocks as the host chose.
 * @returns whether a time is free now that was not
 */
export async function saveCalendars(
  tx: Transaction,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  calendars: readonly RemoteCalendar[],
): Promise<boolean> {
  const column = <Value>(of: (one: RemoteCalendar) => Value) => calendars.map(of);
  await tx`
    insert into calendars (id, connection_id, user_id, provider_calendar_id, name, timezone, is_primary, can_write, makes_links, blocks)
    select gen_random_uuid(), ${connectionId}, ${userId}, provider_id, name, timezone, is_primary, can_write, makes_links, is_primary
    from unnest(${column((one) => one.providerCalendarId)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ timezone }) => timezone)}::text[], ${column(({ isPrimary }) => String(isPrimary))}::text[]::boolean[],
      ${column(({ canWrite }) => String(canWrite))}::text[]::boolean[],
      ${column(({ makesLinks }) => String(makesLinks))}::text[]::boolean[])
      as listed (provider_id, name, timezone, is_primary, can_write, makes_links)
    on conflict (connection_id, provider_calendar_id) do update
      set name = excluded.name, timezone = excluded.timezone, is_primary = excluded.is_primary, can_write = excluded.can_write,
        makes_links = excluded.makes_links, gone_at = null,
        -- Whole days lie elsewhere in another zone: read everything again.
        cursor = case when calendars.timezone is distinct from excluded.timezone then null else calendars.cursor end,
        round = case when calendars.timezone is distinct from excluded.timezone then null else calendars.round end`;
  const gone = await tx<{ id: string }[]>`
    update calendars set gone_at = now(), is_written = false, cursor = null, round = null
    where connection_id = ${connectionId} and gone_at is null
      and provider_calendar_id <> all(${column((one) => one.providerCalendarId)}::text[])
    returning id`;
  if (gone.length > 0) await lookAtChannels(tx, connectionId);
  return forgetUnread(tx, connectionId);
}

/** One of the calendars may be gone: the next reading lists them first. */
export const listAgain = (sql: Queryable, connectionId: string) =>
  sql`update calendar_connections set lists_at = now() where id = ${connectionId}`;

/** Calendars are read or not read any more: channels are opened and closed. */
const lookAtChannels = (tx: Transaction, connectionId: string) =>
  tx`update calendar_connections set channels_at = now() where id = ${connectionId}`;

/** The same after a choice. A look that is due may be running, without this choice: another one follows. */
const lookAtChannelsSoon = (tx: Transaction, connectionId: string) => tx`
  update calendar_connections set channels_at = case when channels_at <= clock_timestamp() then soon.at else least(channels_at, soon.at) end
  from (select clock_timestamp() + ${CHANNEL_CHECK_GAP_MS} * interval '1 millisecond' as at) soon where id = ${connectionId}`;

/** Times of calendars that are not read any more grow old: they go. @returns whether one of them blocked */
async function forgetUnread(tx: Transaction, connectionId: string): Promise<boolean> {
  const rows = await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where calendar_id in (select id from calendars k where k.connection_id = ${connectionId} and not (${isRead(tx, 'k')}))
    returning blocks`;
  return rows.some((row) => row.blocks);
}

export interface Choice {
  readonly connectionId: string;
  readonly userId: string;
  /** Ids of the calendars that block; undefined: as they are. */
  readonly blocking: readonly string[] | undefined;
  /** The calendar that is written to; null: none of this connection; undefined: as it is. */
  readonly writeTo: string | null | undefined;
}

export type ChoiceRefusal =
  | { readonly refused: 'no_connection' }
  | { readonly refused: 'no_calendar'; readonly calendarId: string; readonly field: 'blocking' | 'writeTo' }
  | { readonly refused: 'read_only'; readonly calendarId: string };

/** A connection as its person chose it. `signals`: its flow has something to do that it does not know yet. */
export interface Chosen {
  readonly connection: ConnectionRow;
  readonly signals: boolean;
}

/**
 * Chooses what a connection's calendars do. Calendars that begin to block are read at once. A choice that is made already changes nothing.
 * @param by null: nobody is logged
 */
export const chooseCalendars = (
  sql: Sql,
  choice: Choice,
  by: CalendarDoer | null = null,
): Promise<Chosen | ChoiceRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<ChoiceRefusal>) => {
    const { connectionId, userId, blocking, writeTo } = choice;
    await tx`select 1 from users where id = ${userId} for no key update`;
    const connection = await readConnection(tx, choice);
    if (!connection || connection.status === 'revoked') return refuse({ refused: 'no_connection' });
    const wrong = wrongOf(connection, choice);
    if (wrong) refuse(wrong);
    if (isChosen(connection, choice)) return { connection, signals: false };
    if (blocking !== undefined) await chooseBlocking(tx, connectionId, blocking);
    if (writeTo !== undefined) await chooseWriteTarget(tx, { connectionId, userId }, writeTo);
    await forgetUnread(tx, connectionId);
    await lookAtChannelsSoon(tx, connectionId);
    const noted = await noteChange(tx, connectionId);
    await countBusyChange(tx, userId);
    const chosen = (await readConnection(tx, choice)) ?? refuse({ refused: 'no_connection' });
    await logChoice(tx, by, connection, chosen);
    return { connection: chosen, signals: noted?.signals ?? false };
  });

/** Returns the problem of a choice; undefined if it is valid. */
function wrongOf({ calendars }: ConnectionRow, { blocking, writeTo }: Choice): ChoiceRefusal | undefined {
  const known = new Map(calendars.map((one) => [one.id, one]));
  const foreign = blocking?.find((id) => !known.has(id));
  if (foreign !== undefined) return { refused: 'no_calendar', calendarId: foreign, field: 'blocking' };
  if (!writeTo) return undefined;
  const target = known.get(writeTo);
  if (!target) return { refused: 'no_calendar', calendarId: writeTo, field: 'writeTo' };
  return target.canWrite ? undefined : { refused: 'read_only', calendarId: target.id };
}

/** Returns whether the calendars already have the chosen settings. */
function isChosen({ calendars }: ConnectionRow, { blocking, writeTo }: Choice): boolean {
  const wanted = blocking && new Set(blocking);
  const written = calendars.find(({ isWritten }) => isWritten)?.id ?? null;
  return (
    (writeTo === undefined || writeTo === written) &&
    calendars.every(({ id, blocks }) => !wanted || wanted.has(id) === blocks)
  );
}

/** A calendar that was not read until now is read whole. */
const chooseBlocking = (tx: Transaction, connectionId: string, blocking: readonly string[]) => tx`
  update calendars set blocks = id = any(${[...blocking]}::uuid[]),
    cursor = case when blocks or is_written then cursor end, round = case when blocks or is_written then round end
  where connection_id = ${connectionId} and gone_at is null`;

/** One calendar of all that a person has; null: none of this connection. */
async function chooseWriteTarget(
  tx: Transaction,
  { connectionId, userId }: Pick<Choice, 'connectionId' | 'userId'>,
  calendarId: string | null,
): Promise<void> {
  await tx`
    update calendars set is_written = false
    where user_id = ${userId} and is_written and ${calendarId === null ? tx`connection_id = ${connectionId}` : tx`true`}`;
  if (calendarId !== null)
    await tx`
      update calendars set is_written = true, cursor = case when blocks then cursor end, round = case when blocks then round end
      where id = ${calendarId}`;
}

/**
 * Ends a connection for us. Its tokens stay sealed in the row until the flow has taken our access back at the provider, and then go.
 * @param by null: nobody is logged
 * @returns when it ended; undefined: this person has none of this id. A repeat changes nothing.
 */
export const disconnect = (
  sql: Sql,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  by: CalendarDoer | null = null,
): Promise<Date | undefined> => inTransaction(sql, (tx) => disconnectIn(tx, { connectionId, userId }, by));

/** The same as a part of a larger transaction. */
export async function disconnectIn(
  tx: Transaction,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  by: CalendarDoer | null,
): Promise<Date | undefined> {
  await tx`select 1 from users where id = ${userId} for no key update`;
  const [row] = await tx<{ revokedAt: Date; provider: CalendarProviderName; isFirst: boolean }[]>`
      update calendar_connections set status = 'revoked', revoked_at = coalesce(revoked_at, now()), changed_at = now()
      where id = ${connectionId} and user_id = ${userId}
      returning revoked_at as "revokedAt", provider, revoked_at = now() as "isFirst"`;
  if (!row) return undefined;
  if (row.isFirst)
    await logCalendar(tx, by, {
      id: connectionId,
      action: 'calendar.disconnected',
      data: { provider: row.provider },
    });
  await tx`delete from calendar_busy where calendar_id in (select id from calendars where connection_id = ${connectionId})`;
  await tx`update calendars set blocks = false, is_written = false, cursor = null, round = null where connection_id = ${connectionId}`;
  await countBusyChange(tx, userId);
  return row.revokedAt;
}
