import type { z } from 'zod';
import { AppError } from '../../../schemas/errors.ts';
import type { Passkey } from '../../../schemas/shapes/passkeys.ts';
import { type ListedPasskey, MOST_PASSKEYS } from '../../../store/accounts/passkeys.ts';

/** A passkey as its person sees it. */
export const shownPasskey = (passkey: ListedPasskey): z.input<typeof Passkey> => ({
  id: passkey.id,
  name: passkey.name,
  status: passkey.blockedAt === null ? 'active' : 'blocked',
  synced: passkey.backedUp,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
});

export const tooManyPasskeys = (): AppError =>
  new AppError('request.unprocessable', `You have ${MOST_PASSKEYS} passkeys, which is the most. Remove one first.`, {
    reason: 'too_many_passkeys',
    most: MOST_PASSKEYS,
  });
