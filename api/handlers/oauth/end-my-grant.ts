import { AppError } from '../../../schemas/errors.ts';
import type { grants } from '../../../schemas/operations/oauth/grants.ts';
import { endMyGrant as endInStore } from '../../../store/oauth/grants.ts';
import type { Handler } from '../../core/handler.ts';

/** Disconnects an app of the signed-in person. */
export const endMyGrant: Handler<typeof grants.endMyGrant> = async ({ sql, actor, caller, now }, { grantId }) => {
  const ended = await endInStore(sql, { id: grantId, userId: actor.userId, now }, caller.source);
  if (!ended) {
    throw new AppError('resource.not_found', 'You connected no app with this id. GET /me/grants lists them.', {
      reason: 'grant_not_found',
    });
  }
  return { id: grantId, status: 'ended' };
};
