import { v7 as uuidv7 } from 'uuid';
import { deviceCodeHash, newDeviceCode, newUserCode } from '../../../domain/access/device-code.ts';
import { shownLetterCode } from '../../../domain/access/letter-code.ts';
import {
  DEVICE_SESSION_SECONDS,
  type deviceAuthorization,
  POLL_INTERVAL_SECONDS,
} from '../../../schemas/operations/access/device-authorization.ts';
import { openDeviceSession } from '../../../store/access/device-sessions.ts';
import type { Handler } from '../../core/handler.ts';

/** Writes the row first: if Temporal is down, the sweep starts the flow later. */
export const registerDevice: Handler<typeof deviceAuthorization.registerDevice> = async (context, input) => {
  const id = uuidv7();
  const deviceCode = newDeviceCode();
  const session = {
    id,
    deviceCodeHash: deviceCodeHash(deviceCode),
    agentName: input.agentName ?? null,
    clientName: input.clientName ?? null,
    clientIp: context.caller.ip,
    intervalSeconds: POLL_INTERVAL_SECONDS,
    lifetimeSeconds: DEVICE_SESSION_SECONDS,
  };
  const userCode = shownLetterCode(await openDeviceSession(context.sql, session, newUserCode));
  context.flowClient.start('deviceAuthorization', { id, workspaceId: null });
  return {
    deviceCode,
    userCode,
    verificationUrl: `${context.urls.appUrl}/device?code=${userCode}`,
    expiresIn: DEVICE_SESSION_SECONDS,
    interval: POLL_INTERVAL_SECONDS,
  };
};
