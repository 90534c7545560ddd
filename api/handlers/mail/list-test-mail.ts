import { reachOf } from '../../../domain/members/member-reach.ts';
import type { mail } from '../../../schemas/operations/mail.ts';
import { isLiveBooking, listTestMails } from '../../../store/mail/test-mails.ts';
import { requireKnownFilters } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';

const LIST = 'test_mail';
const LIVE =
  'This booking was not made with a test key: its mails were really sent, and none is stored. get_meeting has its history.';

export const listTestMail: Handler<typeof mail.listTestMail> = async (context, input) => {
  const { sql, actor } = context;
  const { limit, cursor, to, bookingId } = input;
  const after = readCursor([LIST], cursor);
  const rows = await listTestMails(sql, actor.workspaceId, reachOf(actor), { to, bookingId }, { after, limit });
  await requireKnownFilters(context, rows, { bookingId: { kind: 'booking', id: bookingId } });
  const { page, nextCursor } = toPage(rows, limit, () => LIST);
  const mails = page.map(({ at, atMicros: _, ...mail }) => ({
    ...mail,
    at: at.toISOString(),
    attachments: [...mail.attachments],
  }));
  const isLive =
    rows.length === 0 && bookingId !== undefined && (await isLiveBooking(sql, actor.workspaceId, bookingId));
  return { mails, nextCursor, ...(isLive ? { why: LIVE } : {}) };
};
