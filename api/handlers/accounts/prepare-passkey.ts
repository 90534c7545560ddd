import { v7 as uuidv7 } from 'uuid';
import type { passkeys } from '../../../schemas/operations/accounts/passkeys.ts';
import { openEnrolment } from '../../../store/accounts/passkey-challenges.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { creationOptions, newChallenge, newUserHandle, relyingPartyOf } from '../../sign-in/passkeys.ts';
import { tooManyPasskeys } from './shown-passkey.ts';
import { signInTooOld } from './sign-in-too-old.ts';

export const preparePasskey: Handler<typeof passkeys.preparePasskey> = async (context) => {
  const { sql, actor, urls, mailService } = context;
  const challenge = { id: uuidv7(), challenge: newChallenge() };
  const opened = await openEnrolment(sql, actor, challenge, newUserHandle());
  const enrolment = resultOrThrow(opened, ({ refused }) =>
    refused === 'too_many_passkeys' ? tooManyPasskeys() : signInTooOld(urls.appUrl, 'add the passkey'),
  );
  const publicKey = creationOptions({
    ...enrolment,
    party: relyingPartyOf(urls.appUrl),
    serviceName: mailService.name,
    challenge: challenge.challenge,
    person: await readPerson(sql, actor.userId),
  });
  return { challengeId: challenge.id, publicKey };
};
