import { AppError } from '../../../schemas/errors.ts';
import { ADMINS, type Role } from '../../../schemas/shapes/access.ts';
import type { Urls } from '../../core/urls.ts';

export const memberNotFound = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such member. list_members has their ids.', {
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

/** The caller's role, or their key, ended while the call waited for another one. */
export const roleLost = (): AppError =>
  new AppError('auth.forbidden', 'Needs the role owner or admin; yours was taken back just now. Nothing was changed.', {
    reason: 'role_missing',
    neededRoles: ADMINS,
  });

/** The id is that of an open invitation: there is no member whose role could change. */
export const notAccepted = ({ id, role }: { readonly id: string; readonly role: Role }): AppError =>
  new AppError(
    'resource.conflict',
    `This person has an open invitation for the role ${role} and is no member yet. Invite the same address again with the new role.`,
    { reason: 'invitation_open', existingId: id, role },
  );

export const teamUnknown = (teamId: string): AppError =>
  new AppError('resource.not_found', `teams: ${teamId} is no team of this workspace. list_teams has their ids.`, {
    reason: 'team_not_found',
    field: 'teams',
  });

/** A key changes only its own open invitation. */
export const invitationOpen = (existingId: string, role: Role, { appUrl }: Pick<Urls, 'appUrl'>): AppError =>
  new AppError(
    'resource.conflict',
    `This address has an open invitation for the role ${role}, sent by a signed-in person or with another key. A key cannot change its role or teams. Call again with this role and no teams to mail it once more, or ask a signed-in owner or admin to change the role under “Members” at ${appUrl}/team.`,
    { reason: 'invitation_open', existingId, role, url: `${appUrl}/team` },
  );

/** Only a signed-in person makes owners and admins: they outlive a stolen key. Says where. */
export const personNeeded = (role: Role, { appUrl }: Pick<Urls, 'appUrl'>): AppError =>
  new AppError(
    'auth.forbidden',
    `No key can make an ${role}; a signed-in owner or admin can. Ask the person to do it under “Members” at ${appUrl}/team.`,
    { reason: 'session_only', role, url: `${appUrl}/team` },
  );

export const lastOwner = (): AppError =>
  new AppError('resource.conflict', 'A workspace needs an owner. Make somebody else an owner first.', {
    reason: 'last_owner',
  });

/** billing_only hosts no meetings, and cannot even read them. */
export const hostsNone = (upcomingMeetings: number): AppError =>
  new AppError(
    'request.unprocessable',
    `They have ${upcomingMeetings === 1 ? 'an upcoming meeting' : `${upcomingMeetings} upcoming meetings`}, and billing_only hosts none. Move those to others or cancel them first; or remove the member with handOver, and invite them again as billing_only.`,
    { reason: 'hand_over_required', upcomingMeetings },
  );
