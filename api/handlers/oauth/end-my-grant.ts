import { AppError } from '../../../schemas/errors.ts';
import type { grants } from '../../../schemas/operations/oauth/grants.ts';
import { ADMINS } from '../../../schemas/shapes/access.ts';
import { endMyGrant as endInStore } from '../../../store/oauth/grants.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { toWebhooks } from '../access/ended.ts';

/** Disconnects an app of the signed-in person. */
export const endMyGrant: Handler<typeof grants.endMyGrant> = async (context, { grantId, alsoDisableWebhooks }) => {
  const { sql, actor, caller, now } = context;
  const grant = { id: grantId, userId: actor.userId, now, disablesWebhooks: alsoDisableWebhooks };
  const outcome = await endInStore(sql, grant, caller.source);
  if (!outcome) {
    throw new AppError('resource.not_found', 'You connected no app with this id. GET /me/grants lists them.', {
      reason: 'grant_not_found',
    });
  }
  const { ended } = resultOrThrow(
    outcome,
    ({ role }) =>
      new AppError(
        'auth.forbidden',
        `alsoDisableWebhooks needs the role ${ADMINS.join(' or ')} in the workspace of the app. Nothing was changed.`,
        { reason: 'role_missing', role, neededRoles: ADMINS, field: 'alsoDisableWebhooks' },
      ),
  );
  return { id: grantId, status: 'ended', ...toWebhooks(ended.webhooks) };
};
