import { AppError } from '../../../schemas/errors.ts';
import { ADMINS, type Role } from '../../../schemas/shapes/access.ts';

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

export const lastOwner = (): AppError =>
  new AppError('resource.conflict', 'A workspace needs an owner. Make somebody else an owner first.', {
    reason: 'last_owner',
  });
