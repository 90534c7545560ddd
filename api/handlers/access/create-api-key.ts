import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../../domain/access/api-key.ts';
import type { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { createKey } from '../../../store/access/create-key.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { expiryMs, requireScopesOfRole } from './key-rights.ts';
import { keyError } from './refusals.ts';

export const createApiKey: Handler<typeof apiKeys.createApiKey> = async (
  context,
  { name, mode, scopes, expiresAt },
) => {
  const { sql, actor, caller, now } = context;
  requireScopesOfRole(actor.role, scopes);
  const minted = mintKey(mode);
  const key = {
    id: uuidv7(),
    workspaceId: actor.workspaceId,
    createdByUserId: actor.userId,
    name,
    mode,
    scopes: [...new Set(scopes)],
    origin: 'dashboard' as const,
    minted,
    createdAtMs: now,
    expiresAtMs: expiryMs(expiresAt, now),
    roleCap: null,
    clientIp: caller.ip,
  };
  const isWanted = () => !caller.gone?.aborted;
  resultOrThrow(await createKey(sql, key, { actor, source: caller.source }, isWanted), keyError);
  await notifyOfAccess(context, { id: key.id, workspaceId: key.workspaceId });
  return {
    id: key.id,
    name,
    prefix: minted.prefix,
    scopes: key.scopes,
    createdByUserId: actor.userId,
    createdAt: new Date(now).toISOString(),
    lastUsedAt: null,
    expiresAt: key.expiresAtMs === null ? null : new Date(key.expiresAtMs).toISOString(),
    revokedAt: null,
    current: false,
    apiKey: minted.secret,
  };
};
