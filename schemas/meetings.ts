import { z } from 'zod';
import { MEMBERS } from './access.ts';
import { keyedReadErrors } from './errors.ts';
import { nextCursor, PageOfList } from './lists.ts';
import { defineArea } from './operation.ts';
import { BookingStatus, LocationType } from './public-calendar.ts';

/** The workspace's meetings, as the holder of a key sees them (contract, Workspace tool catalog). */
export const meetings = defineArea({
  listMeetings: {
    title: 'List meetings',
    summary:
      'Meetings of the workspace, or your own if you are a member: upcoming (next first), past, canceled, pending, or all (latest first).',
    surface: 'host',
    method: 'GET',
    path: '/workspace/meetings',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_meetings',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      filter: z.enum(['upcoming', 'past', 'canceled', 'pending', 'all']).default('upcoming'),
    }),
    output: z.object({
      meetings: z.array(
        z.object({
          id: z.uuid(),
          startAt: z.iso.datetime(),
          endAt: z.iso.datetime(),
          status: BookingStatus,
          locationType: LocationType,
          joinUrl: z.string().nullable(),
          eventType: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
          host: z.object({ id: z.uuid(), name: z.string(), username: z.string().nullable() }),
          invitee: z.object({ name: z.string().nullable(), email: z.string(), timezone: z.string() }),
        }),
      ),
      nextCursor,
    }),
  },
});
