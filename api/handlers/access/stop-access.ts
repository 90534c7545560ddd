import { readSignedId } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { stoppedAccess } from '../../../schemas/operations/access/stopped-access.ts';
import { stopAccess as stopInStore } from '../../../store/access/stop-access.ts';
import { revokeByLink } from '../../../store/identity/change-agent.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { signalEnded } from '../../flows/signal-ended.ts';
import { toEnded } from './ended.ts';

export const stopAccess: Handler<typeof stoppedAccess.stopAccess> = async (context, { token }) => {
  const { sql, secrets, now } = context;
  const id = readSignedId(secrets.stopAccess, token);
  const stopped = id === null ? undefined : await stopInStore(sql, id, { now, revokeAgent: revokeByLink });
  if (!stopped) {
    throw new AppError('resource.not_found', 'This link is not from a mail of ours, or what it stops is gone.', {
      reason: 'unknown_token',
    });
  }
  context.nameFlow(flowId('mail', id ?? ''));
  const { access, ended, flows } = stopped;
  signalEnded(context.flowClient, flows);
  // Nudges the flows of test bookings, which cancel them.
  if (ended && access.workspaceId !== null) toEnded(context, access.workspaceId, ended);
  return { stopped: true as const };
};
