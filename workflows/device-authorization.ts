import type { DeviceActivities } from '../activities/access/device-authorization.ts';
import type { DeviceEnd } from '../domain/access/device-session.ts';
import { flows } from './catalogue.ts';
import { showState } from './details.ts';
import { durableActivities, followRow } from './follow-row.ts';

const { readDeviceStanding } = durableActivities<DeviceActivities>();

/**
 * A device session from its registration until its key is fetched, it is refused, or its time is over. Each look at the row expires a
 * session whose time is over. No code and no key enters this flow.
 */
export async function deviceAuthorization({ sessionId }: { readonly sessionId: string }): Promise<DeviceEnd> {
  return followRow(flows.deviceAuthorization.signals, async () => {
    const standing = await readDeviceStanding(sessionId);
    showState(WORDS, standing.stage === 'over' ? standing.end : standing.stage, standing.workspaceId);
    return standing.stage === 'over'
      ? { end: standing.end }
      : { waitMs: standing.waitMs, waitsFor: WAITS_FOR[standing.stage] };
  });
}

const WAITS_FOR = {
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
