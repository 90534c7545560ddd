import { v7 as uuidv7 } from 'uuid';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { me } from '../../../schemas/operations/accounts/me.ts';
import type { AddressRefusal, AskedAddress } from '../../../store/accounts/address-changes.ts';
import { changeMe } from '../../../store/accounts/change-me.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { limited } from '../../core/limit-errors.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { viewOfMe } from './get-me.ts';
import { signInTooOld } from './sign-in-too-old.ts';

type UpdateMe = typeof me.updateMe;

export const updateMe: Handler<UpdateMe> = async (context, { email, ...profile }) => {
  const { sql, actor, caller, urls, flowClient } = context;
  const address = email === undefined ? undefined : askedAddress(context, email);
  const outcome = await changeMe(sql, actor, { address, ...profile }, caller.source);
  const { mailId } = resultOrThrow(outcome, (refusal) => toError(refusal, urls.appUrl));
  if (mailId !== null) {
    context.nameFlow(flowId('mail', mailId));
    flowClient.start('mail', { id: mailId, workspaceId: null });
  }
  return viewOfMe(context, actor.userId);
};

function askedAddress({ caller, isAgentInbox }: ActingContext<UpdateMe>, email: string): AskedAddress {
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
  return { id: uuidv7(), mailId: uuidv7(), email, clientNetwork: clientNetwork(caller.ip) };
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
    case 'too_many_address_links':
      return limited('addressLinks', refusal);
  }
}
