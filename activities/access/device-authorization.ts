import type { Sql } from 'postgres';
import type { DeviceStanding } from '../../domain/access/device-session.ts';
import { readDeviceStanding } from '../../store/access/device-sessions.ts';

/** What the flow of a device session does to the world. Safe to repeat. */
export interface DeviceActivities {
  /** Lets the session expire if its time is over, and says where it stands. */
  readDeviceStanding(sessionId: string): Promise<DeviceStanding>;
}

export const createDeviceActivities = ({ sql }: { readonly sql: Sql }): DeviceActivities => ({
  readDeviceStanding: (sessionId) => readDeviceStanding(sql, sessionId),
});
