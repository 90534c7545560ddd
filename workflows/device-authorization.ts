import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { DeviceActivities } from '../activities/access/device-authorization.ts';
import type { DeviceEnd, DeviceStanding } from '../domain/access/device-session.ts';
import { flows } from './catalogue.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { readDeviceStanding } = durableActivities<DeviceActivities>();

/**
 * A device session from its registration until its key is fetched, it is refused, or its time is over. Each look at the row expires a
 * session whose time is over. No code and no key enters this flow.
 */
export async function deviceAuthorization({ sessionId }: { readonly sessionId: string }): Promise<DeviceEnd> {
  return followRow(flows.deviceAuthorization.signals, async () => {
    const standing = await readDeviceStanding(sessionId);
    publishStatus(standing);
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

function publishStatus(standing: DeviceStanding): void {
  const state = standing.stage === 'over' ? standing.end : standing.stage;
  setCurrentDetails(WORDS[state]);
  const { flowState, workspaceId } = searchAttributes;
  upsertSearchAttributes([
    { key: flowState, value: state },
    ...(standing.workspaceId === null ? [] : [{ key: workspaceId, value: standing.workspaceId }]),
  ]);
}
