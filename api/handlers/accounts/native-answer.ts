import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { nativeClaimToken, tokenHash } from '../../../domain/secrets.ts';
import type { AuthResult, PendingClaim } from '../../../schemas/shapes/native-sign-in.ts';
import type { NewClaim, OpenedClaim } from '../../../store/accounts/native-claims.ts';
import type { NativeKey } from '../../../store/accounts/native-key.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context } from '../../core/handler.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';

const POLL_TOKEN_BYTES = 32;

/** Ids and tokens for a sign-in that may end in a claim. Only the answer has the poll token; the flow derives the mailed one. */
export function newNativeClaim({ secrets, caller }: Context): { readonly claim: NewClaim; readonly pollToken: string } {
  const id = uuidv7();
  const pollToken = randomBytes(POLL_TOKEN_BYTES).toString('base64url');
  const claim = {
    id,
    pollTokenHash: tokenHash(pollToken),
    linkTokenHash: tokenHash(nativeClaimToken(secrets, id)),
    clientIp: caller.ip,
    clientNetwork: clientNetwork(caller.ip),
  };
  return { claim, pollToken };
}

/** The answer of a native sign-in: a key, or a claim that an operator decides. The sweep starts the flow if this process dies. */
export async function nativeAnswer(
  context: Context,
  signedIn: NativeKey | OpenedClaim,
  pollToken: string,
): Promise<AuthResult | PendingClaim> {
  if ('apiKey' in signedIn) return nativeKeyAnswer(context, signedIn);
  const { claimId, operatorEmail, expiresInSeconds } = signedIn;
  context.nameFlow(flowId('nativeClaim', claimId));
  context.flowClient.start('nativeClaim', { id: claimId, workspaceId: null });
  return {
    status: 'pending_claim',
    pollToken,
    claimSentTo: operatorEmail,
    expiresIn: expiresInSeconds,
    instructions: `${operatorEmail} gets a mail and decides. Tell them so. Poll POST /auth/native/claim/poll with pollToken and waitSeconds 25 until the status is claimed; the key is in that answer only.`,
  };
}

/** The answer with a key. With a person's first workspace its trial starts. The sweep starts both flows if this process dies. */
export async function nativeKeyAnswer(context: Context, key: NativeKey): Promise<AuthResult> {
  const { flowClient, urls, nameFlow } = context;
  const { keyId, apiKey, workspace, user, trialOf, linkedNow = null } = key;
  nameFlow(flowId('mail', keyId));
  await notifyOfAccess(context, { id: keyId, workspaceId: workspace.id });
  if (linkedNow !== null) await notifyOfAccess(context, { id: linkedNow, workspaceId: null });
  if (trialOf !== null) flowClient.start('trial', { id: trialOf, workspaceId: trialOf });
  return {
    ...{ apiKey, apiUrl: `${urls.appUrl}/api/v1`, workspace },
    user: { email: user.email, name: user.name },
    isNewAccount: trialOf !== null,
  };
}
