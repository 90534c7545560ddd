import { v7 as uuidv7 } from 'uuid';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { clientHash, requestHash } from '../../../domain/secrets.ts';
import type { nativeSignIn } from '../../../schemas/operations/accounts/native-sign-in.ts';
import { type MailedCodeIssue, openSignInCode, type TooManyMailedCodes } from '../../../store/accounts/mailed-codes.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { tooManyCodes } from './native-refusals.ts';

/** Asks for a code. Looks nobody up: answer and time are the same for known and unknown addresses. */
export const startNativeEmail: Handler<typeof nativeSignIn.startNativeEmail> = async (context, input) => {
  const { sql, secrets, caller, flowClient } = context;
  const { email, clientName = null, agentName = null, prospectEmail = null } = input;
  const network = clientNetwork(caller.ip);
  const about = { clientName, agentName, prospectEmail };
  const outcome = await inRefusableTransaction(sql, (tx, refuse: Refuse<TooManyMailedCodes>) =>
    openSignInCode(
      tx,
      {
        id: uuidv7(),
        mailId: uuidv7(),
        email,
        // Another client of the same network, with another name or operator, has a code of its own (docs/decisions/identity.md#codes-with-letters).
        asker: `${network} ${requestHash(about).toString('base64url')}`,
        about,
        clientIp: caller.ip,
        clientNetwork: network,
        clientHash: clientHash(secrets, foldedAddress(email), network),
      },
      refuse,
    ),
  );
  const issue = resultOrThrow(outcome, tooManyCodes);
  if (issue.mailId !== null) {
    context.nameFlow(flowId('mail', issue.mailId));
    flowClient.start('mail', { id: issue.mailId, workspaceId: null });
  }
  const { id, expiresInSeconds, resendAfterSeconds } = issue;
  return {
    ...{ challengeId: id, expiresIn: expiresInSeconds, resendAfter: resendAfterSeconds },
    notice: noticeOf(context, issue),
  };
};

/** Made of the code's state alone, without the address: it is the same for known and unknown ones. */
function noticeOf({ now, urls, localMailbox }: Context, issue: MailedCodeIssue): string {
  const until = `${new Date(now + issue.expiresInSeconds * 1_000).toISOString().slice(0, 19)}Z`;
  const where = localMailbox ? ` In local mode the mail is at ${urls.appUrl}/dev/mailbox.` : '';
  return `${mailInWords(issue, until)}${where}`;
}

function mailInWords({ isNew, issueNo, resendAfterSeconds }: MailedCodeIssue, until: string): string {
  if (!isNew)
    return `No new mail: the code of your earlier call still stands, until ${until}. Find its mail; after ${resendAfterSeconds} s the same call can mail a new code.`;
  const earlier = issueNo > 1 ? ' It ends the code of your earlier call: use the newest mail.' : '';
  return `A new code is being mailed. It works until ${until}.${earlier}`;
}
