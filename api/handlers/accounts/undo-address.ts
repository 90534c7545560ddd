import { readSignedId } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { me } from '../../../schemas/operations/accounts/me.ts';
import { revokeByLink } from '../../../store/identity/change-agent.ts';
import { type UndoRefusal, undoAddress as undo } from '../../../store/members/undo-address.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { signalEnded } from '../../flows/signal-ended.ts';

const REFUSALS: Readonly<Record<UndoRefusal['refused'], () => AppError>> = {
  unknown: () =>
    new AppError('resource.not_found', 'This link is not from a mail of ours, or its account is gone.', {
      reason: 'unknown_token',
    }),
  expired: () =>
    new AppError('resource.conflict', 'This change is more than 7 days old and cannot be taken back by its link.', {
      reason: 'link_expired',
    }),
  address_taken: () =>
    new AppError(
      'resource.conflict',
      'Another account was made with this address since. Sign in with it, delete that account, then open the link again.',
      { reason: 'address_taken' },
    ),
};

export const undoAddress: Handler<typeof me.undoAddress> = async (context, { token }) => {
  const { sql, secrets, now, flowClient, log } = context;
  const id = readSignedId(secrets.addressUndo, token);
  if (id === null) throw REFUSALS.unknown();
  const undone = resultOrThrow(await undo(sql, id, { now, revokeAgent: revokeByLink }), ({ refused }) =>
    REFUSALS[refused](),
  );
  const { userId, flows } = undone;
  // A restored database does not know of it: the operations guide looks for this line.
  log.info({ userId, addressChangeId: id }, 'a person took an address back');
  signalEnded(flowClient, flows);
  return { undone: true as const };
};
