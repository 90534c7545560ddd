import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { keyWorkspaceId, NativeAnswer, nativeCaller } from '../../shapes/native-sign-in.ts';

const NamePart = z.string().max(100).nullish();

/** An app gets a key by Sign in with Apple (spec, Native sign-in). */
export const nativeApple = defineArea({
  signInWithApple: {
    title: 'Sign in with Apple',
    summary:
      'Exchanges an identity token of Apple’s for a workspace key, once: store it first. Ask Apple for it with nonce = sha256 of rawNonce, in lower-case hex, and send it within 5 minutes. A new person gets an account with a workspace that can be booked; else the key is of the account that was linked before, or of the one with the verified address. Any defect of the token is 422 identity_token_invalid: get a new one. A token stays good if the call fails for another reason.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/apple',
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
      identityToken: z.string().min(1).max(8192).describe('The JWT that Apple gave the app.'),
      rawNonce: z.string().min(1).max(512).describe('Random, new for each sign-in; the token holds its hash.'),
      fullName: z
        .looseObject({
          givenName: NamePart.describe('The person’s first name; null: not given.'),
          familyName: NamePart.describe('The person’s last name; null: not given.'),
        })
        .nullish()
        .describe('Apple gives it on the first consent only. A person who is known keeps their name.'),
      ...nativeCaller,
      workspaceId: keyWorkspaceId,
    }),
    output: NativeAnswer,
  },
});
