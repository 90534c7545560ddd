import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { CreationOptions, NewCredential, Passkey, PasskeyName } from '../../shapes/passkeys.ts';
import { signedIn } from '../../shapes/signed-in.ts';

/** A person's passkeys (contract, Identity). Sessions only: no key, no MCP. */
export const passkeys = defineArea({
  listPasskeys: {
    ...signedIn,
    title: 'List passkeys',
    summary: 'Your passkeys, oldest first.',
    method: 'GET',
    path: '/me/passkeys',
    effect: 'read',
    input: z.object({}),
    output: z.object({ passkeys: z.array(Passkey), most: z.int().describe('How many a person may have.') }),
  },
  preparePasskey: {
    ...signedIn,
    title: 'Prepare a passkey',
    summary:
      'Options for navigator.credentials.create() in a page of the app, good for 5 minutes and one use. Needs a sign-in of the last hour (403, reason sign_in_too_old).',
    method: 'POST',
    path: '/me/passkeys/options',
    effect: 'write',
    errors: [...signedIn.errors, 'auth.forbidden', 'request.unprocessable'],
    input: z.object({}),
    output: z.object({
      challengeId: z.uuid(),
      publicKey: CreationOptions.describe('Options for the browser’s WebAuthn call.'),
    }),
  },
  addPasskey: {
    ...signedIn,
    title: 'Add a passkey',
    summary:
      'Adds the passkey that the browser made from the options. It signs you in from now on; a mail tells you so.',
    method: 'POST',
    path: '/me/passkeys',
    effect: 'write',
    success: 201,
    errors: [...signedIn.errors, 'request.unprocessable'],
    input: z.object({
      challengeId: z.uuid().describe('Of the options.'),
      name: PasskeyName.describe('How you will know it again.'),
      credential: NewCredential.describe('What the browser’s WebAuthn call returned.'),
    }),
    output: z.object({ passkey: Passkey }),
  },
  removePasskey: {
    ...signedIn,
    title: 'Remove a passkey',
    summary: 'Ends a passkey at once, and the sessions that it opened, except this one. Keys stay.',
    method: 'DELETE',
    path: '/me/passkeys/{passkeyId}',
    effect: 'destroy',
    errors: [...signedIn.errors, 'resource.not_found'],
    input: z.object({ passkeyId: z.uuid().describe('From listPasskeys.') }),
    output: z.object({
      id: z.uuid(),
      status: z.literal('removed'),
      sessionsEnded: z.int().min(0).describe('The number of sessions that were signed out.'),
    }),
  },
});
