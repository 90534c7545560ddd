import { deviceCodeHash } from '../../../domain/access/device-code.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { deviceAuthorization } from '../../../schemas/operations/access/device-authorization.ts';
import { type DevicePoll, type PollResult, pollDeviceSession } from '../../../store/access/device-polls.ts';
import { DEVICE_CHANNEL, type DeviceStatus, readDeviceStatus } from '../../../store/access/device-sessions.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { keyError } from './refusals.ts';

/** Returns the session's status; with `waitSeconds` it waits for the decision. The first poll after approval gets the key. */
export const pollDevice: Handler<typeof deviceAuthorization.pollDevice> = async (context, input) => {
  const poll: DevicePoll = {
    deviceCodeHash: deviceCodeHash(input.device_code),
    isCounted: true,
    isWanted: () => !context.caller.gone?.aborted,
  };
  const first = resultOrThrow(await pollDeviceSession(context.sql, poll), keyError);
  if (first.status !== 'authorization_pending' || input.waitSeconds === 0) return answer(context, first);
  const status = await waitForDecision(context, first.sessionId, input.waitSeconds);
  if (status === 'pending') return { status: 'authorization_pending' };
  const second = await pollDeviceSession(context.sql, { ...poll, isCounted: false });
  return answer(context, resultOrThrow(second, keyError));
};

const waitForDecision = (
  { sql, waits, caller }: Context,
  sessionId: string,
  seconds: number,
): Promise<DeviceStatus | undefined> =>
  waits.until({
    channel: DEVICE_CHANNEL,
    rowId: sessionId,
    holder: `device ${sessionId}`,
    client: clientNetwork(caller.ip),
    seconds,
    read: () => readDeviceStatus(sql, sessionId),
    isSettled: (status) => status !== 'pending',
    gone: caller.gone,
  });

const answer = async (context: Context, result: PollResult): Promise<Output<typeof deviceAuthorization.pollDevice>> => {
  const { flowClient, urls } = context;
  switch (result.status) {
    case 'approved': {
      const { sessionId, keyId, ...delivered } = result;
      await notifyOfAccess(context, { id: keyId, workspaceId: delivered.workspace.id });
      flowClient.signal('deviceAuthorization', { id: sessionId, workspaceId: null }, 'consumed');
      return { ...delivered, apiUrl: `${urls.appUrl}/api/v1` };
    }
    case 'slow_down':
      return { status: 'slow_down', interval: result.intervalSeconds };
    case 'denied':
      if (result.sessionId)
        flowClient.signal('deviceAuthorization', { id: result.sessionId, workspaceId: null }, 'decided');
      return { status: 'denied' };
    default:
      return { status: result.status };
  }
};
