import { AppError } from '../../../schemas/errors.ts';
import type { links } from '../../../schemas/operations/links.ts';
import { readShortLink, revokeShortLink as revoke } from '../../../store/links/short-links.ts';
import { requireAccess } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';

const noSuchLink = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such short link. list_short_links has their ids.', {
    reason: 'short_link_not_found',
    field: 'shortLinkId',
  });

export const revokeShortLink: Handler<typeof links.revokeShortLink> = async (context, { shortLinkId }) => {
  const { sql, actor, caller, now } = context;
  const id = { workspaceId: actor.workspaceId, shortLinkId };
  const link = await readShortLink(sql, id);
  if (!link) throw noSuchLink();
  requireAccess(actor, link.host?.id ?? null, 'short links');
  const revokedAt = await revoke(sql, id, { actor, source: caller.source }, now);
  if (!revokedAt) throw noSuchLink();
  return { id: shortLinkId, status: 'revoked', revokedAt: revokedAt.toISOString() };
};
