import { z } from 'zod';
import { keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';
import { Email } from '../../shapes/fields.ts';
import { nextCursor, PageOfList } from '../../shapes/lists.ts';
import { BookingStatus, LocationType } from '../../shapes/public-calendar.ts';
import { LocalView, When, whenFields } from '../../shapes/when.ts';

/** The workspace's meetings, as the holder of a key sees them (contract, Workspace tool catalog). */
export const meetingLists = defineArea({
  listMeetings: {
    title: 'List meetings',
    summary:
      'Meetings of the workspace, or your own if you are a member: upcoming (next first), past, canceled, pending (they wait for approve_booking or decline_booking), or all (latest first). The other filters narrow them further; get_meeting has one whole. Example: {"filter":"all","from":"2026-11-23T00:00","to":"2026-11-24T00:00","timeZone":"Europe/Berlin"}.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/meetings',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_meetings',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      filter: z
        .enum(['upcoming', 'past', 'canceled', 'pending', 'all'])
        .default('upcoming')
        .describe('Which of them. Default: upcoming.'),
      hostUserId: z
        .uuid()
        .optional()
        .describe('Only meetings of this host, as list_members answers ids. Default: all.'),
      eventTypeId: z.uuid().optional().describe('Only meetings of this event type.'),
      inviteeEmail: Email.optional().describe('Only meetings with this guest.'),
      from: When.optional().describe('Only meetings that start at this time or later.'),
      to: When.optional().describe('Only meetings that start before this time.'),
      ...whenFields,
    }),
    output: z.object({
      meetings: z.array(
        z.object({
          id: z.uuid(),
          startAt: z.iso.datetime(),
          endAt: z.iso.datetime(),
          local: LocalView.describe('The meeting in `timeZone`, else in the host’s zone.'),
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
