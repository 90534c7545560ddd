import type { NewClaim } from '../../../store/accounts/native-claims.ts';
import type { NativeSignInRequest } from '../../../store/accounts/native-sign-in.ts';
import type { Context } from '../../core/handler.ts';

interface NativeInput {
  readonly workspaceId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly clientName?: string | undefined;
  readonly prospectEmail?: string | undefined;
}

/** What a native sign-in asks of the store. @param said earlier, where the call itself does not say it */
export function nativeRequest(
  { caller, isAgentInbox }: Context,
  input: NativeInput,
  claim: NewClaim,
  said: {
    readonly agentName: string | null;
    readonly clientName: string | null;
    readonly prospectEmail: string | null;
  } = NOTHING,
): NativeSignInRequest & { readonly isAgentInbox: (email: string) => boolean } {
  const prospectEmail = input.prospectEmail ?? said.prospectEmail;
  return {
    workspaceId: input.workspaceId ?? null,
    agentName: input.agentName ?? said.agentName,
    clientName: input.clientName ?? said.clientName,
    prospectEmail,
    isProspectAgent: prospectEmail !== null && isAgentInbox(prospectEmail),
    clientIp: caller.ip,
    isWanted: () => !caller.gone?.aborted,
    claim,
    isAgentInbox,
  };
}

const NOTHING = { agentName: null, clientName: null, prospectEmail: null };
