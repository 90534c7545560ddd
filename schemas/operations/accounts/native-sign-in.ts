import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { Email, line } from '../../shapes/fields.ts';
import { AuthResult, keyWorkspaceId, NativeAnswer, nativeCaller } from '../../shapes/native-sign-in.ts';

/** An agent or an app gets a key by an inbox, without a browser (spec, Native sign-in). */
export const nativeSignIn = defineArea({
  startNativeEmail: {
    title: 'Start sign-in by mail',
    summary:
      'Mails a code of eight letters to the address; no key is needed. The answer is the same for known and unknown addresses. Send the code with challengeId to POST /auth/native/email/verify. Repeated within resendAfter seconds, it mails nothing; later, a new code ends the old one.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/email/start',
    auth: 'none',
    effect: 'write',
    rateClass: 'signIn',
    errors: ['request.invalid', 'rate.limited', 'service.unavailable'],
    input: z.strictObject({ email: Email, ...nativeCaller }),
    output: z.object({
      challengeId: z.uuid().describe('For POST /auth/native/email/verify.'),
      expiresIn: z.int().positive().describe('Seconds until the code ends.'),
      resendAfter: z.int().positive().describe('Seconds until the same call mails a new code.'),
      notice: z.string().describe('Whether a new code is mailed or the earlier one still stands, and until when.'),
    }),
  },
  verifyNativeEmail: {
    title: 'Finish sign-in by mail',
    summary:
      'Exchanges the mailed code for a workspace key, once: store it first. A new address gets an account with a workspace that can be booked. An agent’s inbox that owns no workspace gets a pending claim instead: name the operator in prospectEmail, then poll with pollToken. What is sent here replaces what was sent at the start. A right code stays good if the call fails for another reason. Never guess: a wrong code costs one of five tries.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/email/verify',
    auth: 'none',
    effect: 'write',
    rateClass: 'signIn',
    errors: [
      'request.invalid',
      'resource.not_found',
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
      'billing.upgrade_required',
    ],
    input: z.strictObject({
      challengeId: z.uuid(),
      code: z
        .string()
        .min(1)
        .max(16)
        .describe('The eight letters of the newest mail, such as BCDF-GHJK. Case, spaces and hyphens do not matter.'),
      ...nativeCaller,
      workspaceId: keyWorkspaceId,
    }),
    output: NativeAnswer,
  },
  pollNativeClaim: {
    title: 'Poll a claim',
    summary:
      'Returns whether the operator has decided. claimed has the key, once: store it first. It is the key of a seat in the operator’s workspace. Refused, expired and unknown claims are 404, by details.reason. With waitSeconds the answer waits for the decision.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/claim/poll',
    auth: 'none',
    effect: 'write',
    rateClass: 'publicRead',
    errors: [
      'request.invalid',
      'billing.upgrade_required',
      'resource.not_found',
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.strictObject({
      pollToken: line(16, 256).describe('The poll token from the answer to the mailed code.'),
      waitSeconds: z.int().min(0).max(25).default(0).describe('Most seconds to wait for a decision.'),
    }),
    output: z.union([
      z.object({
        status: z.literal('pending_claim'),
        claimSentTo: z.string(),
        expiresIn: z.int().positive().describe('Seconds until the claim ends.'),
      }),
      AuthResult.extend({ status: z.literal('claimed') }),
    ]),
  },
  decideNativeClaim: {
    title: 'Accept or refuse a claim',
    summary:
      'Gives an agent a seat in a workspace that you own or administer, or refuses it. Only for the signed-in person whose address got the mail.',
    surface: 'host',
    method: 'POST',
    path: '/auth/native/claim/decide',
    flow: true,
    auth: 'person',
    effect: 'write',
    rateClass: 'userCode',
    errors: [
      'request.invalid',
      'auth.required',
      'auth.forbidden',
      'resource.not_found',
      'resource.conflict',
      'billing.upgrade_required',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.object({
      claimId: z.uuid(),
      decision: z.enum(['accept', 'refuse']).describe('The person’s decision.'),
      workspaceId: z.uuid().optional().describe('With accept: the workspace of the seat.'),
    }),
    output: z.object({ status: z.enum(['accepted', 'refused']) }),
  },
});
