import { v7 as uuidv7 } from 'uuid';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { workspaceClaims } from '../../../schemas/operations/workspaces/claims.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import {
  type OpenClaimOutcome,
  type OpenedWorkspaceClaim,
  openWorkspaceClaim,
} from '../../../store/identity/workspace-claims.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { limited } from '../../core/limit-errors.ts';

type CreateClaimIntent = typeof workspaceClaims.createClaimIntent;

type Barrier = Exclude<OpenClaimOutcome, { readonly result: 'opened' }>;

function toError(barrier: Barrier): AppError {
  switch (barrier.result) {
    case 'not_claimable':
      return new AppError(
        'resource.conflict',
        'This workspace cannot be claimed: a person owns it already, has signed in with a browser, or somebody pays for it. invite_member adds people; an owner gives away ownership on the home page.',
        { reason: 'not_claimable' },
      );
    case 'own_key_needed':
      return new AppError(
        'auth.forbidden',
        'An agent seat, or a key that another key made, cannot offer the workspace to somebody. Use the key of the sign-in by mail.',
        { reason: 'own_key_needed' },
      );
    case 'claim_refused':
      return new AppError(
        'resource.conflict',
        'This person refused the workspace within the last 30 days and is not asked again. Talk to them, or ask somebody else.',
        { reason: 'claim_refused' },
      );
    case 'undeliverable':
      return new AppError(
        'request.unprocessable',
        'This address takes no mail from us. Ask your person for another address.',
        { reason: 'email_undeliverable', field: 'prospectEmail' },
      );
    case 'too_many_claims':
      return limited('workspaceClaims', barrier);
  }
}

/** @throws AppError for an address that can own nothing: that of an agent, or the caller's own */
async function requireProspect(
  { sql, actor, isAgentInbox }: ActingContext<CreateClaimIntent>,
  email: string,
): Promise<void> {
  const own = foldedAddress((await readPerson(sql, actor.userId)).email) === foldedAddress(email);
  if (!own && !isAgentInbox(email)) return;
  throw new AppError(
    'request.unprocessable',
    own
      ? 'prospectEmail is your own address. Give the address of the person who is to own the workspace.'
      : 'prospectEmail is an agent’s inbox. Give the address of a person: they must sign in and decide.',
    { reason: 'prospect_email_invalid', field: 'prospectEmail' },
  );
}

export const createClaimIntent: Handler<CreateClaimIntent> = async (context, { prospectEmail, agentName }) => {
  const { sql, actor, caller, flowClient } = context;
  await requireProspect(context, prospectEmail);
  const { workspaceId } = actor;
  const client = { clientIp: caller.ip, clientNetwork: clientNetwork(caller.ip) };
  const request = { id: uuidv7(), workspaceId, prospectEmail, agentName: agentName ?? null, ...client };
  const outcome = await openWorkspaceClaim(sql, request, { actor, source: caller.source });
  if (outcome.result !== 'opened') throw toError(outcome);
  const { claim } = outcome;
  context.nameFlow(flowId('workspaceClaim', claim.id));
  flowClient.start('workspaceClaim', { id: claim.id, workspaceId });
  return {
    claimIntentId: claim.id,
    status: 'pending' as const,
    claimSentTo: claim.prospectEmail,
    expiresAt: claim.expiresAt.toISOString(),
    instructions: instructionsFor(context, claim),
  };
};

/** The same for a claim that was open before: its mail has left, or is about to. */
function instructionsFor(
  { urls, localMailbox }: ActingContext<CreateClaimIntent>,
  claim: OpenedWorkspaceClaim,
): string {
  const { prospectEmail, expiresAt } = claim;
  const where = localMailbox ? ` In local mode the mail is at ${urls.appUrl}/dev/mailbox.` : '';
  return `Tell your person: a mail to ${prospectEmail} has a link. They open it, sign in with that address and accept or refuse, before ${expiresAt.toISOString()}. Nothing is to be polled. If they accept and keep you as an agent, this key works on; if not, it answers 401 key_revoked.${where}`;
}
