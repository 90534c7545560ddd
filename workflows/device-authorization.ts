import {
  condition,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { DeviceActivities } from '../activities/access/device-authorization.ts';
import type { DeviceEnd, DeviceStanding } from '../domain/access/device-session.ts';
import { type DeviceStart, deviceMessages } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

/** Nobody waits for it, and nothing may be lost: it goes on until it succeeds. */
const { readDeviceStanding } = proxyLocalActivities<DeviceActivities>({
  startToCloseTimeout: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  localRetryThreshold: '5 seconds',
});

/**
 * A device session from its registration until its key is fetched, it is refused, or its time is over. The row holds the truth:
 * the flow looks at it whenever something stirred, lets it expire in time, and shows operators where it stands. It never
 * hears of a code or a key.
 */
export async function deviceAuthorization({ sessionId }: DeviceStart): Promise<DeviceEnd> {
  let stirred = false;
  const stir = (): void => {
    stirred = true;
  };
  setHandler(defineSignal(deviceMessages.decided), stir);
  setHandler(defineSignal(deviceMessages.consumed), stir);
  setHandler(defineSignal(deviceMessages.nudge), stir);
  for (;;) {
    stirred = false;
    const standing = await readDeviceStanding(sessionId);
    tell(standing);
    if (standing.stage === 'over') return standing.end;
    await condition(() => stirred, Math.max(standing.waitMs, 1), { summary: waitsFor[standing.stage] });
  }
}

const waitsFor = {
  pending: 'waiting for a person to decide',
  approved: 'waiting for the device to fetch its key',
} as const;

const WORDS = {
  pending: 'A device asks for a key. Waiting for a person to allow or refuse it.',
  approved: 'A person has allowed it. Waiting for the device to fetch its key.',
  consumed: 'Over: the device has its key.',
  denied: 'Over: refused.',
  expired: 'Over: expired.',
} as const;

function tell(standing: DeviceStanding): void {
  const state = standing.stage === 'over' ? standing.end : standing.stage;
  setCurrentDetails(WORDS[state]);
  const { flowState, workspaceId } = searchAttributes;
  upsertSearchAttributes([
    { key: flowState, value: state },
    ...(standing.workspaceId === null ? [] : [{ key: workspaceId, value: standing.workspaceId }]),
  ]);
}
