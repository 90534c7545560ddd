import { v7 as uuidv7 } from 'uuid';
import { readSignedId } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { me } from '../../../schemas/operations/accounts/me.ts';
import { type ConfirmRefusal, confirmAddress as confirm } from '../../../store/accounts/address-changes.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { viewOfMe } from './get-me.ts';

const REFUSALS: Readonly<Record<ConfirmRefusal['refused'], () => AppError>> = {
  unknown: () =>
    new AppError('resource.not_found', 'This link is not for you. Only who asked for the new address can confirm it.', {
      reason: 'unknown_token',
    }),
  expired: () =>
    new AppError('resource.conflict', 'This link is too old, or a later one took its place. Ask for a new one.', {
      reason: 'link_expired',
    }),
  address_taken: () =>
    new AppError('resource.conflict', 'This address has an account of its own. Nothing was changed.', {
      reason: 'address_taken',
    }),
};

export const confirmAddress: Handler<typeof me.confirmAddress> = async (context, { token }) => {
  const { sql, secrets, actor, caller, flowClient } = context;
  const id = readSignedId(secrets.addressLink, token);
  if (id === null) throw REFUSALS.unknown();
  const outcome = await confirm(sql, actor, { id, mailId: uuidv7(), source: caller.source });
  const { mailId } = resultOrThrow(outcome, ({ refused }) => REFUSALS[refused]());
  if (mailId !== null) {
    context.nameFlow(flowId('mail', mailId));
    flowClient.start('mail', { id: mailId, workspaceId: null });
  }
  return viewOfMe(context, actor.userId);
};
