import { v7 as uuidv7 } from 'uuid';
import { scopesOf } from '../../../domain/oauth/connector-scopes.ts';
import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { consent } from '../../../schemas/operations/oauth/consent.ts';
import { createGrant, type GrantRefusal } from '../../../store/oauth/grants.ts';
import { restoreWorkspaceFirst } from '../../auth/stopped-workspace.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { tooManyKeys } from '../access/refusals.ts';

const REFUSALS: Readonly<Record<Exclude<GrantRefusal['refused'], 'too_many_keys'>, () => AppError>> = {
  stranger: () =>
    new AppError('resource.not_found', 'There is no such workspace, or you are not a member of it.', {
      reason: 'workspace_not_found',
    }),
  role: () =>
    new AppError('auth.forbidden', 'Your role there is for billing alone: it connects no apps.', {
      reason: 'role_missing',
      role: 'billing_only',
    }),
  decided: () =>
    new AppError('resource.conflict', 'This request of the app was decided before, or is over.', {
      reason: 'already_decided',
    }),
  workspace_deleted: restoreWorkspaceFirst,
};

const grantError = (refusal: GrantRefusal): AppError =>
  refusal.refused === 'too_many_keys' ? tooManyKeys(refusal) : REFUSALS[refusal.refused]();

export const connectApp: Handler<typeof consent.connectApp> = async (context, { access, requestId, ...app }) => {
  const { sql, actor, caller, now } = context;
  const id = uuidv7();
  const grant = {
    ...{ ...app, id, requestHash: tokenHash(requestId), userId: actor.userId, scopes: scopesOf(access) },
    ...{ createdAtMs: now, clientIp: caller.ip },
  };
  resultOrThrow(await createGrant(sql, grant, caller.source), grantError);
  await notifyOfAccess(context, { id, workspaceId: app.workspaceId });
  return { grantId: id };
};
