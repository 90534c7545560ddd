import type { OutgoingMail } from '../../domain/mail/mail.ts';
import type { Queryable } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';

/** A mail to store instead of sending it, because a test key made its booking or invitation. */
export interface TestMail {
  readonly id: string;
  readonly mail: OutgoingMail;
  /** null: for no booking. */
  readonly bookingId: string | null;
  readonly nowMs: number;
}

/** Stores it for list_test_mail, unless a mail with this key exists. */
export async function storeTestMail(sql: Queryable, { id, mail, bookingId, nowMs }: TestMail): Promise<void> {
  const attachments = mail.attachments.map(({ name, contentType, content }) => ({ name, contentType, content }));
  await sql`
    insert into local_mails (id, key, workspace_id, recipient, sender, subject, kind, text_body, html_body, attachments,
      created_at, test_mode, booking_id)
    values (${id}, ${mail.key}, ${mail.workspaceId}, ${mail.to}, ${mail.from}, ${mail.subject}, ${mail.kind}, ${mail.text},
      ${mail.html}, ${sql.json(attachments)}, ${new Date(nowMs)}, true, ${bookingId})
    on conflict (key) do nothing`;
}

/** Whether a booking was made without a test key: its mails were sent, and none is stored. */
export async function isLiveBooking(sql: Queryable, workspaceId: string, bookingId: string): Promise<boolean> {
  const [row] =
    await sql`select 1 from bookings where workspace_id = ${workspaceId} and id = ${bookingId} and not test_mode`;
  return row !== undefined;
}

export interface ListedTestMail extends Position {
  readonly at: Date;
  readonly to: string;
  readonly subject: string;
  readonly kind: string;
  readonly bookingId: string | null;
  readonly text: string;
  readonly attachments: readonly string[];
}

/** The bookings made with test keys that a person hosts: few, and they have an index of their own. */
const testBookingsOf = (sql: Queryable, userId: string) => sql`
  select id from bookings where host_id = ${userId} and test_mode
  union all
  select b.id from booking_hosts h join bookings b on b.id = h.booking_id where h.user_id = ${userId} and b.test_mode`;

/**
 * A workspace's stored mails, newest first, one more than `limit` if there are more.
 * @param reach a user: only their meetings; null: all, and invitations
 */
export const listTestMails = (
  sql: Queryable,
  workspaceId: string,
  reach: string | null,
  filter: { readonly to: string | undefined; readonly bookingId: string | undefined },
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<ListedTestMail[]> => sql<ListedTestMail[]>`
  select id, created_at as at, recipient::text as to, subject, kind, booking_id as "bookingId", text_body as text,
    array(select part ->> 'name' from jsonb_array_elements(attachments) part) as attachments, ${atMicros(sql, 'created_at')}
  from local_mails
  where workspace_id = ${workspaceId} and test_mode
    ${reach === null ? sql`` : sql`and booking_id = any(array(${testBookingsOf(sql, reach)}))`}
    ${filter.to === undefined ? sql`` : sql`and recipient = ${filter.to}::citext`}
    ${filter.bookingId === undefined ? sql`` : sql`and booking_id = ${filter.bookingId}`}
    and ${behind(sql, { at: 'created_at', id: 'id' }, 'descending', after)}
  order by created_at desc, id desc
  limit ${limit + 1}`;
