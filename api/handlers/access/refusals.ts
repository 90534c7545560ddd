import { AppError } from '../../../schemas/errors.ts';
import type { CallerGone } from '../../../store/access/api-keys.ts';
import type { TooManyKeys } from '../../../store/access/create-key.ts';
import type { WorkspaceDeleted } from '../../../store/workspaces/locked-workspaces.ts';
import { restoreWorkspaceFirst } from '../../auth/stopped-workspace.ts';

/** The caller hung up before the key was made: nobody would get its secret. */
export const callerGone = (): AppError =>
  new AppError('service.unavailable', 'Nobody waits for this key any more, so it was not made.');

/** The key that acts was revoked while its call was under way. */
export const keyRevoked = (): AppError =>
  new AppError('auth.required', 'This key was revoked. Get another by POST /cli/auth/register.', {
    reason: 'key_revoked',
  });

/** A person has as many working keys and connected apps in the workspace as may be. */
export const tooManyKeys = ({ max }: TooManyKeys): AppError =>
  new AppError(
    'request.unprocessable',
    `You have ${max} keys and connected apps that work in this workspace, which is the most. Revoke one first: list_api_keys shows them (in the browser: Settings, Access).`,
    { reason: 'too_many_keys', limit: max },
  );

/** Why no key was made. */
export const keyError = (refusal: CallerGone | TooManyKeys | WorkspaceDeleted): AppError => {
  if (refusal.refused === 'workspace_deleted') return restoreWorkspaceFirst();
  return refusal.refused === 'too_many_keys' ? tooManyKeys(refusal) : callerGone();
};
