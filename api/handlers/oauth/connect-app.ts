import { v7 as uuidv7 } from 'uuid';
import { scopesOf } from '../../../domain/oauth/connector-scopes.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { consent } from '../../../schemas/operations/oauth/consent.ts';
import { createGrant, type GrantRefusal } from '../../../store/oauth/grants.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';

const refusal = ({ refused }: GrantRefusal): AppError =>
  refused === 'stranger'
    ? new AppError('resource.not_found', 'There is no such workspace, or you are not a member of it.', {
        reason: 'workspace_not_found',
      })
    : new AppError('auth.forbidden', 'Your role there is for billing alone: it connects no apps.', {
        reason: 'role_missing',
        role: 'billing_only',
      });

export const connectApp: Handler<typeof consent.connectApp> = async (context, { access, ...app }) => {
  const { sql, actor, caller, now, flowClient } = context;
  const id = uuidv7();
  const grant = {
    ...{ ...app, id, userId: actor.userId, scopes: scopesOf(access) },
    ...{ createdAtMs: now, clientIp: caller.ip },
  };
  unlessRefused(await createGrant(sql, grant, caller.source), refusal);
  flowClient.start('accessNotice', { id, workspaceId: app.workspaceId });
  return { grantId: id };
};
