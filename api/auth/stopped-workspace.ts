import { AppError } from '../../schemas/errors.ts';

/** 401: an owner deleted the workspace of a key or a connected app. */
export const workspaceDeleted = (eraseAt: Date): AppError =>
  new AppError(
    'auth.required',
    `This workspace is deleted, and its keys and connected apps have stopped. They work again if an owner restores it in the browser (Settings, Workspace) before ${eraseAt.toISOString()}.`,
    { reason: 'workspace_deleted' },
  );

/** 402: nobody joins a deleted workspace, and nothing new gets access to it. */
export const restoreWorkspaceFirst = (): AppError =>
  new AppError(
    'billing.upgrade_required',
    'This workspace is deleted, so nobody joins it and nothing new gets access to it. It works again once an owner restores it in the browser (Settings, Workspace).',
    { reason: 'workspace_deleted' },
  );
