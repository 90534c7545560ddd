import type { PendingQuery, Row } from 'postgres';
import { mailLanguage, mailRegion } from '../accounts/mail-reader.ts';
import { ownSchedule } from '../bookable/event-rows.ts';
import { isShutOut } from '../calendars/shut-out.ts';
import type { Queryable, Transaction } from '../database.ts';

/** A host in addition to the booking's own host. */
export interface OtherHost {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** of their default schedule; null: they have none */
  readonly timezone: string | null;
  /** in which to write to them, in two letters; null: not known */
  readonly language: string | null;
  /** how they write dates; null: not known */
  readonly region: string | null;
}

/** Adds a host in addition to the booking's own. */
export const insertOtherHost = (
  tx: Transaction,
  { bookingId, userId, position }: { readonly bookingId: string; readonly userId: string; readonly position: number },
) => tx`
  insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${userId}, ${position})`;

/** Reads the hosts in addition to the booking's own, in order; usually none. */
export const readOtherHosts = (sql: Queryable, bookingId: string): Promise<OtherHost[]> =>
  readWhich(sql, bookingId, sql`true`);

/** The same for mails: without a former owner from whom the workspace was taken over. */
export const readMailedHosts = (sql: Queryable, bookingId: string): Promise<OtherHost[]> =>
  readWhich(sql, bookingId, sql`not ${isShutOut(sql, 'h.user_id')}`);

const readWhich = (sql: Queryable, bookingId: string, which: PendingQuery<Row[]>): Promise<OtherHost[]> => sql<
  OtherHost[]
>`
  select u.id as "userId", u.name, u.email::text, (select timezone from (${ownSchedule(sql)}) own) as timezone,
    ${mailLanguage(sql)} as language, ${mailRegion(sql)} as region
  from booking_hosts h
  join users u on u.id = h.user_id
  join bookings b on b.id = h.booking_id
  join workspaces w on w.id = b.workspace_id
  where h.booking_id = ${bookingId} and ${which} order by h.position`;
