import { defineSearchAttributeKey } from '@temporalio/common';

/** What an operator may search flows by. Never encrypted: ids, states and times, no personal data. */
export const searchAttributes = {
  workspaceId: defineSearchAttributeKey('WorkspaceId', 'KEYWORD'),
  bookingId: defineSearchAttributeKey('BookingId', 'KEYWORD'),
  hostId: defineSearchAttributeKey('HostId', 'KEYWORD'),
  flowState: defineSearchAttributeKey('FlowState', 'KEYWORD'),
  startsAt: defineSearchAttributeKey('StartsAt', 'DATETIME'),
};
