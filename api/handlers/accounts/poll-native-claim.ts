import { clientNetwork } from '../../../domain/client-networks.ts';
import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { nativeSignIn } from '../../../schemas/operations/accounts/native-sign-in.ts';
import { type ClaimPoll, type ClaimPollResult, pollClaim } from '../../../store/accounts/native-claim-polls.ts';
import { CLAIM_CHANNEL, type ClaimStatus, readClaimStatus } from '../../../store/accounts/native-claims.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { keyError } from '../access/refusals.ts';

/** Returns where a claim stands; with `waitSeconds` it waits for the decision. The first poll after acceptance gets the key. */
export const pollNativeClaim: Handler<typeof nativeSignIn.pollNativeClaim> = async (context, input) => {
  const poll: ClaimPoll = {
    pollTokenHash: tokenHash(input.pollToken),
    isWanted: () => !context.caller.gone?.aborted,
  };
  const first = resultOrThrow(await pollClaim(context.sql, poll), keyError);
  if (first.status !== 'pending' || input.waitSeconds === 0) return answer(context, first);
  const status = await waitForDecision(context, first.claimId, input.waitSeconds);
  if (status === 'pending') return answer(context, first);
  return answer(context, resultOrThrow(await pollClaim(context.sql, poll), keyError));
};

const waitForDecision = (
  { sql, waits, caller }: Context,
  claimId: string,
  seconds: number,
): Promise<ClaimStatus | undefined> =>
  waits.until({
    channel: CLAIM_CHANNEL,
    rowId: claimId,
    holder: `claim ${claimId}`,
    client: clientNetwork(caller.ip),
    seconds,
    read: () => readClaimStatus(sql, claimId),
    isSettled: (status) => status !== 'pending',
    gone: caller.gone,
  });

const AGAIN = 'Sign in again: POST /auth/native/email/start.';

const notFound = (reason: string, message: string): AppError =>
  new AppError('resource.not_found', `${message} ${AGAIN}`, { reason });

/** Who was refused does not hear "sign in again": nobody would be mailed. */
const refused = (quietUntil: Date | null): AppError =>
  new AppError(
    'resource.not_found',
    `The operator refused, or may not give a seat any more. Talk to them. Do not sign in again with this operator${quietUntil ? ` before ${quietUntil.toISOString().slice(0, 10)}: they get no mail of this inbox until then` : ' until they agree'}. To ask somebody else, sign in anew with their address as prospectEmail.`,
    { reason: 'claim_refused', ...(quietUntil ? { quietUntil: quietUntil.toISOString() } : {}) },
  );

async function answer(context: Context, result: ClaimPollResult): Promise<Output<typeof nativeSignIn.pollNativeClaim>> {
  const { flowClient, urls } = context;
  if ('claimId' in result) context.nameFlow(flowId('nativeClaim', result.claimId));
  switch (result.status) {
    case 'pending': {
      const { operatorEmail, expiresInSeconds } = result;
      return { status: 'pending_claim', claimSentTo: operatorEmail, expiresIn: expiresInSeconds };
    }
    case 'claimed': {
      const { claimId, seatId, apiKey, workspace, user } = result;
      await notifyOfAccess(context, { id: seatId, workspaceId: workspace.id });
      flowClient.signal('nativeClaim', { id: claimId, workspaceId: workspace.id }, 'claimed');
      return {
        status: 'claimed',
        ...{ apiKey, apiUrl: `${urls.appUrl}/api/v1`, workspace },
        user: { email: user.email, name: user.name },
        isNewAccount: false,
      };
    }
    case 'refused':
      if (result.isNew) flowClient.signal('nativeClaim', { id: result.claimId, workspaceId: null }, 'decided');
      throw refused(result.quietUntil);
    case 'expired':
      throw notFound('claim_expired', 'The claim has expired.');
    case 'undeliverable':
      throw new AppError(
        'request.unprocessable',
        `The mail to the operator could not be delivered. Sign in again with another prospectEmail.`,
        { reason: 'email_undeliverable', field: 'prospectEmail' },
      );
    case 'unknown':
      throw notFound(
        'claim_unknown',
        'No claim has this pollToken, or its key was fetched, or the inbox signed in again meanwhile.',
      );
  }
}
