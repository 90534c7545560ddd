import { scopesFor } from '../../../domain/access/key-scopes.ts';
import { AppError } from '../../../schemas/errors.ts';
import { MEMBERS, type Role, type Scope } from '../../../schemas/shapes/access.ts';

/** @throws AppError auth.forbidden (role_missing) for scopes that this role does not allow */
export const requireScopesOfRole = (role: Role, scopes: readonly Scope[]): void => {
  const allowedScopes = scopesFor(role);
  const beyond = scopes.filter((scope) => !allowedScopes.includes(scope));
  if (beyond.length === 0) return;
  throw new AppError(
    'auth.forbidden',
    `The role ${role} can only create keys with the scope ${allowedScopes.join(' or ')}. ${beyond.join(', ')} needs the role ${MEMBERS.join(' or ')}.`,
    { reason: 'role_missing', role, neededRoles: MEMBERS, allowedScopes },
  );
};

/** Milliseconds; null: no end. @throws AppError request.unprocessable (expiry_passed) */
export const expiryMs = (expiresAt: string | undefined, now: number): number | null => {
  if (expiresAt === undefined) return null;
  const expiresAtMs = Date.parse(expiresAt);
  if (expiresAtMs > now) return expiresAtMs;
  throw new AppError('request.unprocessable', 'expiresAt has passed. Send a future instant, or omit it.', {
    reason: 'expiry_passed',
    expiresAt,
  });
};
