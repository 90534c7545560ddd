import { randomBytes } from 'node:crypto';
import { type SealedToken, sealToken, type TokenKeys } from '../../../domain/sealed-token.ts';

/** A secret as Standard Webhooks has it, and as it is stored. */
export function newSecret(
  keys: TokenKeys,
  webhookId: string,
): { readonly secret: string; readonly sealed: SealedToken } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: sealToken(keys, webhookId, secret) };
}
