import { PICTURE_RULES, type Picture, recognisePicture } from '../../../domain/branding/picture.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { setAvatar } from '../../../store/workspaces/branding.ts';
import type { Handler } from '../../core/handler.ts';
import { brandingView } from './branding-view.ts';
import { workspaceGone } from './refusals.ts';

/** @throws AppError request.unprocessable with the rule that the file breaks */
function requirePicture(image: string): Picture {
  const picture = recognisePicture(Buffer.from(image, 'base64'));
  if (typeof picture !== 'string') return picture;
  const rule = PICTURE_RULES[picture];
  throw new AppError('request.unprocessable', `image: ${rule}`, { reason: `picture_${picture}`, field: 'image', rule });
}

export const setWorkspaceAvatar: Handler<typeof workspace.setWorkspaceAvatar> = async (context, { image }) => {
  const { sql, actor, caller, urls } = context;
  const picture = image === null ? null : requirePicture(image);
  const branding = await setAvatar(sql, actor.workspaceId, picture, { actor, source: caller.source });
  if (!branding) throw workspaceGone();
  return { branding: brandingView(branding, urls.publicUrl) };
};
