import type { defineSearchAttributeKey } from '@temporalio/common';

type Key<T extends 'KEYWORD' | 'DATETIME'> = ReturnType<typeof defineSearchAttributeKey<T>>;

// Written out, as `defineSearchAttributeKey` would: its library takes the launcher as long to load as the servers take to start.
const keyword = (name: string): Key<'KEYWORD'> => ({ name, type: 'KEYWORD' });
const datetime = (name: string): Key<'DATETIME'> => ({ name, type: 'DATETIME' });

/** What an operator may search flows by. Never encrypted: ids, states and times, no personal data. */
export const searchAttributes = {
  workspaceId: keyword('WorkspaceId'),
  bookingId: keyword('BookingId'),
  hostId: keyword('HostId'),
  flowState: keyword('FlowState'),
  startsAt: datetime('StartsAt'),
};

/** What a booking's flow begins with, whoever begins it; the rest it says itself. */
export const attributesOfBooking = (bookingId: string, workspaceId: string) => [
  { key: searchAttributes.bookingId, value: bookingId },
  { key: searchAttributes.workspaceId, value: workspaceId },
];
