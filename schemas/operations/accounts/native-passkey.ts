import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { keyWorkspaceId, NativeAnswer, nativeCaller } from '../../shapes/native-sign-in.ts';
import { RequestOptions, SignedChallenge } from '../../shapes/passkeys.ts';

/** An app gets a key by a passkey that its person added in the browser (spec, Native sign-in). */
export const nativePasskey = defineArea({
  startNativePasskey: {
    title: 'Start sign-in by passkey',
    summary:
      'Options for navigator.credentials.get() and its kin in apps, good for 5 minutes and one use; no key is needed. The passkey must sign as a page of {app_url}. Send the result with challengeId to POST /auth/native/passkey/verify.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/passkey/options',
    auth: 'none',
    effect: 'write',
    rateClass: 'signIn',
    errors: ['request.invalid', 'rate.limited', 'service.unavailable'],
    input: z.strictObject(nativeCaller),
    output: z.object({
      challengeId: z.string().describe('For POST /auth/native/passkey/verify.'),
      publicKey: RequestOptions.describe('Options for the browser’s WebAuthn call.'),
    }),
  },
  verifyNativePasskey: {
    title: 'Finish sign-in by passkey',
    summary:
      'Exchanges a signed challenge for a workspace key, once: store it first. People add passkeys on their home page; this makes no account. 422 code_invalid: the challenge is used, too old or not of these options. 422 passkey_invalid: anything else is wrong with the credential, or nobody has it; get new options. What is sent here replaces what was sent with the options. A challenge stays good if the call fails for another reason.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/passkey/verify',
    auth: 'none',
    effect: 'write',
    rateClass: 'signIn',
    errors: [
      'request.invalid',
      'billing.upgrade_required',
      'resource.not_found',
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.strictObject({
      challengeId: z.string().min(1).max(200),
      credential: SignedChallenge.describe('What the browser’s WebAuthn call returned.'),
      ...nativeCaller,
      workspaceId: keyWorkspaceId,
    }),
    output: NativeAnswer,
  },
});
