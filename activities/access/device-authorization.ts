import type { Sql } from 'postgres';
import type { DeviceStanding } from '../../domain/access/device-session.ts';
import { readDeviceStanding } from '../../store/access/device-sessions.ts';

/** The activities of the device authorization flow. Safe to repeat. */
export interface DeviceActivities {
  /** Expires the session if its time is over, and returns its state. */
  readDeviceStanding(sessionId: string): Promise<DeviceStanding>;
}

export const createDeviceActivities = ({ sql }: { readonly sql: Sql }): DeviceActivities => ({
  readDeviceStanding: (sessionId) => readDeviceStanding(sql, sessionId),
});
