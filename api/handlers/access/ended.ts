import type { z } from 'zod';
import type { Ended } from '../../../schemas/shapes/ended-access.ts';
import type { EndedAccess } from '../../../store/access/key-tree.ts';
import type { Context } from '../../core/handler.ts';

/** Flows of test bookings that are nudged at once. The sweep nudges the others within minutes, and these if Temporal is away. */
const NUDGED_AT_ONCE = 50;

/** What ended with a key, for the answer. Nudges the flows of its test bookings, which cancel them. */
export function toEnded({ flowClient }: Context, workspaceId: string, ended: EndedAccess): z.input<typeof Ended> {
  const { testBookingIds, seats, invitations, members, ...counts } = ended;
  for (const id of testBookingIds.slice(0, NUDGED_AT_ONCE)) flowClient.signal('booking', { id, workspaceId }, 'nudge');
  const lists = { seats: [...seats], invitations: [...invitations], members: [...members] };
  return { ...counts, ...lists, testBookingCount: testBookingIds.length };
}
