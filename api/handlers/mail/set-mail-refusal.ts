import { readRefusalToken } from '../../../domain/mail/recipient-tokens.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { mail } from '../../../schemas/operations/mail.ts';
import { allowAddress, refuseAddress } from '../../../store/mail/refused-addresses.ts';
import type { Handler } from '../../core/handler.ts';

export const setMailRefusal: Handler<typeof mail.setMailRefusal> = async ({ sql, secrets }, { token, refused }) => {
  const hash = readRefusalToken(secrets, token);
  if (!hash)
    throw new AppError('resource.not_found', 'This link is not from a mail of ours.', { reason: 'unknown_token' });
  await (refused ? refuseAddress(sql, hash) : allowAddress(sql, hash));
  return { refused };
};
