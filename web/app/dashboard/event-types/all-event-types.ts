import type { Call } from '../../data/call.ts';
import { everyPage } from '../../data/every-page.ts';
import type { EventLine } from './event-type.ts';

type Status = 'active' | 'archived' | 'all';

/** All that the person may change. */
export const allEventTypes = (call: Call, status: Status, workspaceId: string): Promise<readonly EventLine[]> =>
  everyPage(
    (page) => call('listHostEventTypes', { status, ...page }, workspaceId),
    ({ eventTypes }) => eventTypes,
  );

/** The key of all event types on all pages. */
export const allKeyOf = (workspaceId: string, status: Status): string => `event types ${workspaceId} ${status}`;
