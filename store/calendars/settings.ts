import type { Sql } from 'postgres';
import type { CalendarSettings } from '../../schemas/shapes/calendars.ts';
import { changed, logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { countBusyChange } from './busy-count.ts';
import type { CalendarDoer } from './log.ts';

/** A person's own settings. Until they choose, calendars count once they have connected one ({@link countCalendars}). */
export async function readCalendarSettings(sql: Queryable, userId: string): Promise<CalendarSettings> {
  const [row] = await sql<CalendarSettings[]>`
    select coalesce(s.conflict_source, 'bookings_only') as "conflictSource", coalesce(s.tentative, 'busy') as tentative, coalesce(s.declined, 'free') as declined,
      coalesce(s.working_elsewhere, 'free') as "workingElsewhere",
      coalesce(s.host_move, 'follow') as "hostMove", coalesce(s.host_delete, 'follow') as "hostDelete",
      coalesce(s.guests_as_attendees, false) as "guestsAsAttendees"
    from users u left join calendar_settings s on s.user_id = u.id where u.id = ${userId}`;
  if (!row) throw new Error(`user ${userId} does not exist`);
  return row;
}

/** The person's own change; undefined fields stay. `conflictSource` null: as if they had never chosen. */
export type SettingsChange = {
  readonly [Name in keyof CalendarSettings]?:
    | CalendarSettings[Name]
    | undefined
    | (Name extends 'conflictSource' ? null : never);
};

/** The first connection lets calendars count, unless the person has chosen otherwise. It stays so after a disconnect. */
export const countCalendars = (tx: Transaction, userId: string) => tx`
  insert into calendar_settings (user_id, conflict_source) values (${userId}, 'calendar')
  on conflict (user_id) do update set conflict_source = coalesce(calendar_settings.conflict_source, 'calendar')`;

/**
 * Changes the given fields; undefined ones stay. The mirror follows at once: nothing is read from the provider.
 * @param by null: nobody is logged
 */
export const changeCalendarSettings = (
  sql: Sql,
  userId: string,
  change: SettingsChange,
  by: CalendarDoer | null = null,
): Promise<CalendarSettings> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from users where id = ${userId} for no key update`;
    const { conflictSource, tentative, declined, workingElsewhere, hostMove, hostDelete, guestsAsAttendees } = change;
    const before = await readCalendarSettings(tx, userId);
    await tx`insert into calendar_settings (user_id) values (${userId}) on conflict do nothing`;
    await tx`
      update calendar_settings set
        conflict_source = ${conflictSource === null ? unchosen(tx, userId) : tx`coalesce(${conflictSource ?? null}, conflict_source)`},
        tentative = coalesce(${tentative ?? null}, tentative),
        declined = coalesce(${declined ?? null}, declined), working_elsewhere = coalesce(${workingElsewhere ?? null}, working_elsewhere),
        host_move = coalesce(${hostMove ?? null}, host_move),
        host_delete = coalesce(${hostDelete ?? null}, host_delete),
        guests_as_attendees = coalesce(${guestsAsAttendees ?? null}::boolean, guests_as_attendees), updated_at = now()
      where user_id = ${userId}`;
    const settings = await readCalendarSettings(tx, userId);
    // The rule of domain/calendars/busy.ts, as SQL; test/store/calendars compares the two.
    await tx`
      update calendar_busy set blocks = want.blocks
      from (select calendar_id, event_id,
          case when response = 'declined' then ${settings.declined} = 'busy'
            when availability = 'working_elsewhere' and ${settings.workingElsewhere} = 'free' then false
            when response = 'tentative' or availability = 'tentative' then ${settings.tentative} = 'busy'
            else true end as blocks
        from calendar_busy where user_id = ${userId}) want
      where calendar_busy.calendar_id = want.calendar_id and calendar_busy.event_id = want.event_id
        and calendar_busy.blocks <> want.blocks`;
    await countBusyChange(tx, userId);
    await logRules(tx, userId, by, changed({ ...before }, { ...settings }));
    return settings;
  });

/** As if never chosen: calendars count if one is connected, or from the next connection on. */
const unchosen = (sql: Queryable, userId: string) => sql`
  (select 'calendar' from calendar_connections where user_id = ${userId} and status <> 'revoked' limit 1)`;

/** A change that changes nothing is not logged. */
async function logRules(
  tx: Transaction,
  userId: string,
  by: CalendarDoer | null,
  data: ReturnType<typeof changed>,
): Promise<void> {
  if (by === null || Object.keys(data.after).length === 0) return;
  await logActivity(tx, { ...by, action: 'calendar_settings.updated', subject: { type: 'user', id: userId }, data });
}
