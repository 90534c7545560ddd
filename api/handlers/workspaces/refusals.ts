import { AppError } from '../../../schemas/errors.ts';
import type { UpdateRefusal } from '../../../store/workspaces/change-workspace.ts';
import type { AddRefusal } from '../../../store/workspaces/workspaces.ts';
import { versionConflict } from '../../core/refusals.ts';
import { roleLost } from '../members/refusals.ts';

export const workspaceGone = (): AppError =>
  new AppError('resource.not_found', 'This workspace is gone.', { reason: 'workspace_gone' });

/** The caller's role ended while the call waited for another one. */
export const ownerLost = (): AppError =>
  new AppError('auth.forbidden', 'Needs the role owner; yours was taken back just now. Nothing was changed.', {
    reason: 'role_missing',
    neededRoles: ['owner'],
  });

/** A refusal of the store as an error for the caller. */
export function workspaceError(refusal: AddRefusal | UpdateRefusal): AppError {
  switch (refusal.refused) {
    case 'slug_taken': {
      const message = `The slug ${refusal.slug} is taken. Choose another one.`;
      return new AppError('resource.conflict', message, { reason: 'slug_taken', field: 'slug' });
    }
    case 'too_many_slugs': {
      const { max } = refusal;
      const message = `slug: this workspace has had ${max} slugs, which is the most. It may go back to one of them.`;
      return new AppError('request.unprocessable', message, { reason: 'too_many_slugs', field: 'slug', max });
    }
    case 'too_many_workspaces': {
      const { max } = refusal;
      const message = `You own ${max} workspaces already; more are not possible.`;
      return new AppError('request.unprocessable', message, { reason: 'too_many_workspaces', limit: max });
    }
    case 'person_gone':
      return new AppError('auth.required', 'You are signed out. Sign in again.', { reason: 'session_over' });
    case 'changed_meanwhile':
      return versionConflict(refusal);
    case 'workspace_gone':
      return workspaceGone();
    case 'role_lost':
      return roleLost();
  }
}
