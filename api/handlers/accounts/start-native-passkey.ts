import { v7 as uuidv7 } from 'uuid';
import type { nativePasskey } from '../../../schemas/operations/accounts/native-passkey.ts';
import { openNativeChallenge } from '../../../store/accounts/passkey-challenges.ts';
import type { Handler } from '../../core/handler.ts';
import { newChallenge, relyingPartyOf, requestOptions } from '../../sign-in/passkeys.ts';

export const startNativePasskey: Handler<typeof nativePasskey.startNativePasskey> = async ({ sql, urls }, input) => {
  const challenge = { id: uuidv7(), challenge: newChallenge() };
  await openNativeChallenge(sql, challenge, {
    clientName: input.clientName ?? null,
    agentName: input.agentName ?? null,
    prospectEmail: input.prospectEmail ?? null,
  });
  return {
    challengeId: challenge.id,
    publicKey: requestOptions(relyingPartyOf(urls.appUrl), challenge.challenge),
  };
};
