import { v7 as uuidv7 } from 'uuid';
import { mintLinkToken } from '../../../domain/links/short-link.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { links } from '../../../schemas/operations/links.ts';
import { createShortLink as create, type NewShortLink } from '../../../store/links/short-links.ts';
import { noSuchHost, requireHost } from '../../core/access.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { requireEventType } from '../event-types/require-event-type.ts';
import { toShortLink } from './short-link-view.ts';

type Create = typeof links.createShortLink;

/** The target of a link, checked against the caller's role. */
const targetOf = async (
  context: ActingContext<Create>,
  { eventTypeId, hostUserId }: Input<Create>,
): Promise<NewShortLink['target']> => {
  if (eventTypeId === undefined) return { hostId: await requireHost(context, hostUserId, 'calendar') };
  if (hostUserId !== undefined)
    throw invalid([{ path: 'hostUserId', message: 'cannot go with eventTypeId, which has a host; send one of them' }]);
  const { archivedAt } = await requireEventType(context, eventTypeId);
  if (!archivedAt) return { eventTypeId };
  throw new AppError('resource.conflict', 'This event type is archived: a link to it would open nothing.', {
    reason: 'event_type_archived',
  });
};

export const createShortLink: Handler<Create> = async (context, input) => {
  const { sql, actor, caller, now, urls } = context;
  const link: NewShortLink = {
    id: uuidv7(),
    workspaceId: actor.workspaceId,
    token: mintLinkToken(),
    name: input.name ?? null,
    target: await targetOf(context, input),
    createdByUserId: actor.userId,
  };
  const outcome = await create(sql, link, { actor, source: caller.source }, now);
  return { shortLink: toShortLink(resultOrThrow(outcome, noSuchHost), urls.publicUrl) };
};
