import { AppError } from '../../../schemas/errors.ts';
import type { agentSeats } from '../../../schemas/operations/access/agent-seats.ts';
import { revokeSeat } from '../../../store/access/agent-seats.ts';
import type { Handler } from '../../core/handler.ts';

export const revokeAgentSeat: Handler<typeof agentSeats.revokeAgentSeat> = async (context, { id }) => {
  const { sql, actor, caller, now } = context;
  const ending = { workspaceId: actor.workspaceId, seatId: id, now };
  if (await revokeSeat(sql, ending, { actor, source: caller.source })) return { ok: true, id };
  throw new AppError('resource.not_found', 'This workspace has no such seat. GET /workspace/agent-seats lists them.', {
    reason: 'seat_not_found',
  });
};
