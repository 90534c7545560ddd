import { shownLetterCode } from '../../../domain/access/letter-code.ts';
import type { deviceAuthorization } from '../../../schemas/operations/access/device-authorization.ts';
import { type DeviceSession, findDeviceSession } from '../../../store/access/device-sessions.ts';
import type { Handler } from '../../core/handler.ts';
import { requireUserCode, unknownCode } from './user-code.ts';

/** A decided session is shown only to the person who decided it. */
const isShownTo = (userId: string, { decidedByUserId }: DeviceSession): boolean =>
  decidedByUserId === null || decidedByUserId === userId;

export const viewDevice: Handler<typeof deviceAuthorization.viewDevice> = async ({ sql, actor }, input) => {
  const session = await findDeviceSession(sql, requireUserCode(input.userCode));
  if (!session || !isShownTo(actor.userId, session)) throw unknownCode();
  const { status, agentName, clientName, clientIp, createdAt, expiresAt } = session;
  return {
    userCode: shownLetterCode(session.userCode),
    status,
    agentName,
    clientName,
    ip: clientIp,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
};
