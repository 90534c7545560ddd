import { PICTURE_RULES, type Picture, recognisePicture } from '../../../domain/branding/picture.ts';
import { AppError } from '../../../schemas/errors.ts';

/**
 * The picture in a field `image`, without what a camera or a stranger added.
 * @param image in base64
 * @throws AppError request.unprocessable with the rule that the file breaks
 */
export function requirePicture(image: string): Picture {
  const picture = recognisePicture(Buffer.from(image, 'base64'));
  if (typeof picture !== 'string') return picture;
  const rule = PICTURE_RULES[picture];
  throw new AppError('request.unprocessable', `image: ${rule}`, { reason: `picture_${picture}`, field: 'image', rule });
}
