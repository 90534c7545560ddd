import type { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { setAvatar } from '../../../store/workspaces/branding.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { brandingView } from './branding-view.ts';
import { workspaceError } from './refusals.ts';
import { requirePicture } from './require-picture.ts';

export const setWorkspaceAvatar: Handler<typeof workspace.setWorkspaceAvatar> = async (context, { image }) => {
  const { sql, actor, caller, urls } = context;
  const picture = image === null ? null : requirePicture(image);
  const outcome = await setAvatar(sql, actor.workspaceId, picture, { actor, source: caller.source });
  const branding = resultOrThrow(outcome, workspaceError);
  return { branding: brandingView(branding, urls.publicUrl) };
};
