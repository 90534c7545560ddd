import type { me } from '../../../schemas/operations/accounts/me.ts';
import { setMyPhoto as storePhoto } from '../../../store/accounts/photos.ts';
import type { Handler } from '../../core/handler.ts';
import { requirePicture } from '../workspaces/require-picture.ts';
import { viewOfMe } from './get-me.ts';

export const setMyPhoto: Handler<typeof me.setMyPhoto> = async (context, { image }) => {
  const { sql, actor, caller } = context;
  await storePhoto(sql, actor, image === null ? null : requirePicture(image), caller.source);
  return viewOfMe(context, actor.userId);
};
