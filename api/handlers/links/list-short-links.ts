import { reachOf } from '../../../domain/members/member-reach.ts';
import type { links } from '../../../schemas/operations/links.ts';
import { listShortLinks as list } from '../../../store/links/short-links.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { toShortLink } from './short-link-view.ts';

/** Members see the links to their own calendar and events, managers and above all of them. */
export const listShortLinks: Handler<typeof links.listShortLinks> = async ({ sql, actor, urls }, input) => {
  const { status, limit, cursor } = input;
  const listName = `short_links/${status}`;
  const after = readCursor([listName], cursor);
  const { workspaceId } = actor;
  const rows = await list(sql, { workspaceId, hostId: reachOf(actor), status, after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => listName);
  return { shortLinks: page.map((record) => toShortLink(record, urls.publicUrl)), nextCursor };
};
