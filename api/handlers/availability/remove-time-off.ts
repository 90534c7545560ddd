import { AppError } from '../../../schemas/errors.ts';
import type { timesOff } from '../../../schemas/operations/availability/time-off.ts';
import { removeTimeOff as remove, timeOffOwner } from '../../../store/availability/time-off.ts';
import { requireAccess } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';

export const removeTimeOff: Handler<typeof timesOff.removeTimeOff> = async (context, { timeOffId }) => {
  const { sql, actor, caller } = context;
  const id = { workspaceId: actor.workspaceId, timeOffId, callerId: actor.userId };
  const ownerId = await timeOffOwner(sql, id);
  if (ownerId !== undefined) requireAccess(actor, ownerId, 'availability');
  if (await remove(sql, id, { actor, source: caller.source })) return { id: timeOffId, removed: true };
  throw new AppError('resource.not_found', 'This workspace has no such time off. get_schedule lists a person’s.', {
    reason: 'time_off_not_found',
  });
};
