import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { inTransaction } from '../database.ts';

/**
 * For `npm start`: connections to stand-ins that have started anew. They know neither tokens nor events of an earlier run: read again, their
 * empty calendars would cancel bookings. Bookings stay. Addresses below `.test` exist at no real provider.
 * @returns how many were forgotten
 */
export const forgetStandIns = (sql: Sql, providers: readonly CalendarProviderName[]): Promise<number> =>
  inTransaction(sql, async (tx) => {
    const rows = await tx<{ userId: string }[]>`
      delete from calendar_connections where provider = any(${[...providers]}::text[]) and email like '%.test'
      returning user_id as "userId"`;
    const ids = rows.map(({ userId }) => userId);
    // Their times are offered as before the first connection.
    await tx`
      update calendar_settings s set conflict_source = null where user_id = any(${ids}::uuid[])
        and not exists (select 1 from calendar_connections c where c.user_id = s.user_id and c.status <> 'revoked')`;
    await tx`update users set busy_version = busy_version + 1 where id = any(${ids}::uuid[])`;
    return rows.length;
  });
