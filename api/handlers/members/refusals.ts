import { AppError } from '../../../schemas/errors.ts';
import { ADMINS, type Role } from '../../../schemas/shapes/access.ts';
import type { Urls } from '../../core/urls.ts';

export const memberNotFound = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such member. GET /workspace/members lists them.', {
    reason: 'member_not_found',
  });

export const ownerNeeded = (role: Role): AppError =>
  new AppError('auth.forbidden', `Needs the role owner: only owners make, change or remove owners. Yours is ${role}.`, {
    reason: 'role_missing',
    role,
    neededRoles: ['owner'],
  });

export const adminNeeded = (role: Role): AppError =>
  new AppError(
    'auth.forbidden',
    `Your role is ${role}: you can only leave yourself. Removing others and their invitations needs the role owner or admin.`,
    { reason: 'role_missing', role, neededRoles: ADMINS },
  );

/** Only a signed-in person makes owners and admins: they outlive a stolen key. Says where. */
export const personNeeded = (role: Role, { appUrl }: Pick<Urls, 'appUrl'>): AppError =>
  new AppError(
    'auth.forbidden',
    `No key can make an ${role}; a signed-in owner or admin can. Ask the person to do it under “Members” at ${appUrl}/.`,
    { reason: 'session_only', role, url: `${appUrl}/` },
  );

export const lastOwner = (): AppError =>
  new AppError('resource.conflict', 'A workspace needs an owner. Make somebody else an owner first.', {
    reason: 'last_owner',
  });
