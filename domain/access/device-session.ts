/** How a device session ends. */
export type DeviceEnd = 'consumed' | 'denied' | 'expired';

/** Where a device session stands, as its flow reads it. */
export type DeviceStanding =
  | {
      readonly stage: 'pending' | 'approved';
      /** Until it expires. */
      readonly waitMs: number;
      /** null until it is decided. */
      readonly workspaceId: string | null;
    }
  | { readonly stage: 'over'; readonly end: DeviceEnd; readonly workspaceId: string | null };

const LONGEST_KEY_NAME = 80;
const NAMELESS = 'Connected device';

/** The name of a device session's key: the agent and the app, as far as they are known. */
export const deviceKeyName = (agentName: string | null, clientName: string | null): string => {
  const both = agentName && clientName && `${agentName} · ${clientName}`;
  if (both && both.length <= LONGEST_KEY_NAME) return both;
  return agentName ?? clientName ?? NAMELESS;
};
