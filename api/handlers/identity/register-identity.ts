import { AppError } from '../../../schemas/errors.ts';
import type { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { type RegisterRefusal, registerAgent } from '../../../store/identity/register-agent.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { limited } from '../../core/limit-errors.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { tooManyCodes } from '../accounts/native-refusals.ts';
import { clientOf } from './client-of.ts';

type Register = typeof agentIdentities.registerIdentity;

function toError(refusal: RegisterRefusal): AppError {
  switch (refusal.refused) {
    case 'too_many_codes':
      return tooManyCodes(refusal);
    case 'too_many_identities':
      return limited('identities', refusal);
    case 'identity_pending': {
      const { principalId, retryAfterSeconds } = refusal;
      return new AppError(
        'resource.conflict',
        `A code for this person was mailed just now, and its mail names what you sent then. Repeat that call, or wait ${retryAfterSeconds} s: then a new code is mailed with what you send now.`,
        { reason: 'identity_pending', principalId, retryAfterSeconds },
      );
    }
    case 'key_ended':
      return new AppError('auth.required', 'This key was revoked just now.', { reason: 'key_revoked' });
  }
}

/** An inbox that an agent reads gives no person's consent. @throws AppError request.unprocessable (prospect_email_invalid) */
function requirePerson({ isAgentInbox }: ActingContext<Register>, prospectEmail: string): void {
  if (!isAgentInbox(prospectEmail)) return;
  throw new AppError(
    'request.unprocessable',
    'This is the inbox of an agent. Send the address of the person for whom you want to act: they read the code.',
    { reason: 'prospect_email_invalid', field: 'prospectEmail' },
  );
}

/** The row first, then its flow, which mails the code. The answer waits for no mail: its time would tell who is sent none. */
export const registerIdentity: Handler<Register> = async (context, input) => {
  const { sql, actor, caller, flowClient, urls, localMailbox } = context;
  const { prospectEmail, agentLabel } = input;
  requirePerson(context, prospectEmail);
  const wish = {
    ...{ prospectEmail, agentLabel },
    prospectName: input.prospectName ?? null,
    prospectCompany: input.prospectCompany ?? null,
    metadata: input.metadata ?? {},
  };
  const request = { wish, ...clientOf(context, prospectEmail) };
  const { id, expiresAt } = resultOrThrow(await registerAgent(sql, request, { actor, source: caller.source }), toError);
  context.nameFlow(flowId('agentIdentity', id));
  flowClient.signal('agentIdentity', { id, workspaceId: actor.workspaceId }, 'nudge');
  const where = localMailbox ? ` In local mode the mail is at ${urls.appUrl}/dev/mailbox.` : '';
  return {
    principalId: id,
    status: 'pending',
    verificationExpiresAt: expiresAt.toISOString(),
    instructions: `A six-digit code is on its way to ${prospectEmail}. Ask the person for it. Within 10 minutes call verify_agent_identity with principalId, code and scopes, a list of only those that you need.${where}`,
  };
};
