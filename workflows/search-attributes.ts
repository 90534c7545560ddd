import type { defineSearchAttributeKey } from '@temporalio/common';

type Key<T extends 'KEYWORD' | 'DATETIME'> = ReturnType<typeof defineSearchAttributeKey<T>>;

// As `defineSearchAttributeKey` makes them. Its library is not imported: loading it takes the launcher as long as starting the servers.
const keyword = (name: string): Key<'KEYWORD'> => ({ name, type: 'KEYWORD' });
const datetime = (name: string): Key<'DATETIME'> => ({ name, type: 'DATETIME' });

/** What operators search flows by. Search attributes are never encrypted: ids, states and times only, no personal data. */
export const searchAttributes = {
  workspaceId: keyword('WorkspaceId'),
  bookingId: keyword('BookingId'),
  hostId: keyword('HostId'),
  eventTypeId: keyword('EventTypeId'),
  flowState: keyword('FlowState'),
  startsAt: datetime('StartsAt'),
};
