import type { Actor } from '../../../domain/access/actor.ts';
import { isInReach, keyReach } from '../../../domain/access/key-reach.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { ADMINS } from '../../../schemas/shapes/access.ts';
import { findKeyById } from '../../../store/access/api-keys.ts';
import { revokeKey } from '../../../store/access/key-tree.ts';
import { isTestKey, testKeyRefused } from '../../auth/test-keys.ts';
import type { Handler } from '../../core/handler.ts';
import { requireWebhookRights, toEnded } from './ended.ts';

/** Says what is missing. First the scope: without it a key can only revoke itself. Then the role, for keys of others. */
const outOfReach = (actor: Actor): AppError => {
  if (actor.kind === 'key' && !actor.scopes.includes('workspace.act')) {
    return new AppError(
      'auth.forbidden',
      'This key can only revoke itself. Revoking other keys needs the scope workspace.act.',
      {
        reason: 'scope_missing',
        scopes: actor.scopes,
        neededScope: 'workspace.act',
      },
    );
  }
  return new AppError(
    'auth.forbidden',
    `Somebody else created this key. Revoking it needs the role ${ADMINS.join(' or ')}; yours is ${actor.role}.`,
    { reason: 'role_missing', role: actor.role, neededRoles: ADMINS },
  );
};

export const revokeApiKey: Handler<typeof apiKeys.revokeApiKey> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const { apiKeyId, alsoDisableWebhooks } = input;
  const key = await findKeyById(sql, actor.workspaceId, apiKeyId);
  if (!key) {
    throw new AppError('resource.not_found', 'This workspace has no such key. GET /workspace/api-keys lists them.', {
      reason: 'key_not_found',
    });
  }
  if (!isInReach(keyReach(actor), key)) throw outOfReach(actor);
  if (isTestKey(actor) && key.mode === 'live') throw testKeyRefused('live keys');
  if (alsoDisableWebhooks) requireWebhookRights(actor);
  const ending = { workspaceId: actor.workspaceId, keyId: key.id, now, disablesWebhooks: alsoDisableWebhooks };
  const ended = await revokeKey(sql, ending, { actor, source: caller.source });
  return { id: key.id, status: 'revoked', ...toEnded(context, actor.workspaceId, ended) };
};
