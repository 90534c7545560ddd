import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../../schemas/errors.ts';
import type { passkeys } from '../../../schemas/operations/accounts/passkeys.ts';
import { takeEnrolment } from '../../../store/accounts/passkey-challenges.ts';
import { addPasskey as addRow } from '../../../store/accounts/passkeys.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { readNewCredential, relyingPartyOf } from '../../sign-in/passkeys.ts';
import { shownPasskey, tooManyPasskeys } from './shown-passkey.ts';

export const addPasskey: Handler<typeof passkeys.addPasskey> = async (context, { challengeId, name, credential }) => {
  const { sql, actor, caller, urls } = context;
  const enrolment = await takeEnrolment(sql, challengeId, actor.sessionId);
  if (!enrolment) throw challengeOver();
  const made = await readNewCredential(relyingPartyOf(urls.appUrl), enrolment.challenge, credential);
  if (!made) throw passkeyUnfit();
  const id = uuidv7();
  const added = await addRow(
    sql,
    { ...made, id, userId: actor.userId, name, userHandle: enrolment.userHandle },
    { source: caller.source, clientIp: caller.ip },
  );
  const passkey = resultOrThrow(added, ({ refused }) =>
    refused === 'too_many_passkeys' ? tooManyPasskeys() : passkeyUnfit(),
  );
  await notifyOfAccess(context, { id, workspaceId: null });
  return { passkey: shownPasskey(passkey) };
};

const challengeOver = (): AppError =>
  new AppError(
    'request.unprocessable',
    'These options are used, older than 5 minutes, or of another session. Ask for new ones: POST /me/passkeys/options.',
    { reason: 'code_invalid', field: 'challengeId' },
  );

const passkeyUnfit = (): AppError =>
  new AppError(
    'request.unprocessable',
    'This passkey was not made for these options on a page of ours, or not with a check of the person (PIN, fingerprint, face). Nothing was added. Ask for new options and try again.',
    { reason: 'passkey_invalid', field: 'credential' },
  );
