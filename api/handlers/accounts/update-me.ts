import { v7 as uuidv7 } from 'uuid';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { me } from '../../../schemas/operations/accounts/me.ts';
import { type AddressRefusal, askForAddress } from '../../../store/accounts/address-changes.ts';
import { renameMe, setMyBio, setMyLanguage } from '../../../store/accounts/me.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { viewOfMe } from './get-me.ts';
import { signInTooOld } from './sign-in-too-old.ts';

type UpdateMe = typeof me.updateMe;

/** The address first: if it is refused, name and language stay, too. */
export const updateMe: Handler<UpdateMe> = async (context, { name, email, language, bio }) => {
  const { sql, actor, caller } = context;
  if (email !== undefined) await ask(context, email);
  if (language !== undefined) await setMyLanguage(sql, actor, language);
  if (name !== undefined) await renameMe(sql, actor, name, caller.source);
  if (bio !== undefined) await setMyBio(sql, actor, bio, caller.source);
  return viewOfMe(context, actor.userId);
};

async function ask(context: ActingContext<UpdateMe>, email: string): Promise<void> {
  const { sql, actor, caller, urls, flowClient, isAgentInbox } = context;
  if (isAgentInbox(email)) {
    throw new AppError(
      'request.unprocessable',
      'email is an agent’s inbox. A person signs in with their own address.',
      {
        reason: 'email_invalid',
        field: 'email',
      },
    );
  }
  const asked = { id: uuidv7(), mailId: uuidv7(), email, clientNetwork: clientNetwork(caller.ip) };
  const outcome = await askForAddress(sql, actor, asked);
  const { mailId } = unlessRefused(outcome, (refusal) => toError(refusal, urls.appUrl));
  if (mailId === null) return;
  context.nameFlow(flowId('accountMail', mailId));
  flowClient.start('accountMail', { id: mailId, workspaceId: null });
}

function toError(refusal: AddressRefusal, appUrl: string): AppError {
  switch (refusal.refused) {
    case 'sign_in_too_old':
      return signInTooOld(appUrl, 'change your address');
    case 'same_address':
      return new AppError('request.unprocessable', 'email is your address already. Nothing was changed.', {
        reason: 'same_address',
        field: 'email',
      });
    case 'too_many_address_links': {
      const { limit, retryAfterSeconds } = refusal;
      return new AppError(
        'rate.limited',
        `${limit} such links within a day are the most: for you, to this address or from this network. Wait as long as Retry-After says.`,
        { reason: 'too_many_address_links', limit, retryAfterSeconds },
      );
    }
  }
}
