import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../domain/access/actor.ts';
import { mintKey } from '../../../domain/access/api-key.ts';
import { scopesFor } from '../../../domain/access/key-scopes.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { MEMBERS, type Scope } from '../../../schemas/shapes/access.ts';
import { createKey } from '../../../store/access/api-keys.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { callerGone } from './refusals.ts';

const requireScopesOfRole = ({ role }: Actor, scopes: readonly Scope[]): void => {
  const allowedScopes = scopesFor(role);
  const beyond = scopes.filter((scope) => !allowedScopes.includes(scope));
  if (beyond.length === 0) return;
  throw new AppError(
    'auth.forbidden',
    `The role ${role} can only create keys with the scope ${allowedScopes.join(' or ')}. ${beyond.join(', ')} needs the role ${MEMBERS.join(' or ')}.`,
    { reason: 'role_missing', role, neededRoles: MEMBERS, allowedScopes },
  );
};

const expiryMs = (expiresAt: string | undefined, now: number): number | null => {
  if (expiresAt === undefined) return null;
  const expiresAtMs = Date.parse(expiresAt);
  if (expiresAtMs > now) return expiresAtMs;
  throw new AppError('request.unprocessable', 'expiresAt has passed. Send a future instant, or omit it.', {
    reason: 'expiry_passed',
    expiresAt,
  });
};

export const createApiKey: Handler<typeof apiKeys.createApiKey> = async (
  context,
  { name, mode, scopes, expiresAt },
) => {
  const { sql, actor, caller, now } = context;
  requireScopesOfRole(actor, scopes);
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
  };
  const isWanted = () => !caller.gone?.aborted;
  unlessRefused(await createKey(sql, key, { actor, source: caller.source }, isWanted), callerGone);
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
