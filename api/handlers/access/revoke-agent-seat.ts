import { AppError } from '../../../schemas/errors.ts';
import type { agentSeats } from '../../../schemas/operations/access/agent-seats.ts';
import { findSeatKey } from '../../../store/access/agent-seats.ts';
import { revokeKey } from '../../../store/access/key-tree.ts';
import { isTestKey, testKeyRefused } from '../../auth/test-keys.ts';
import type { Handler } from '../../core/handler.ts';
import { requireWebhookRights, toEnded } from './ended.ts';

export const revokeAgentSeat: Handler<typeof agentSeats.revokeAgentSeat> = async (
  context,
  { id, alsoDisableWebhooks },
) => {
  const { sql, actor, caller, now } = context;
  const seat = await findSeatKey(sql, actor.workspaceId, id);
  if (!seat) {
    throw new AppError(
      'resource.not_found',
      'This workspace has no such seat. GET /workspace/agent-seats lists them.',
      { reason: 'seat_not_found' },
    );
  }
  if (isTestKey(actor) && seat.mode === 'live') throw testKeyRefused('live seats');
  if (alsoDisableWebhooks) requireWebhookRights(actor);
  const ending = { workspaceId: actor.workspaceId, keyId: seat.keyId, now, ending: 'seatRevoked' } as const;
  const ended = await revokeKey(
    sql,
    { ...ending, disablesWebhooks: alsoDisableWebhooks },
    { actor, source: caller.source },
  );
  return { ok: true, id, ...toEnded(context, actor.workspaceId, ended) };
};
